:full
