true | false
