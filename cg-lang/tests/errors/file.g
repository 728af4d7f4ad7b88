:load no/such/file.g
