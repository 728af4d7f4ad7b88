:load tests/errors/nested-load.g
