let x = 3
let y = {0|1} + 5; y
