:notation roman
:time maybe
:limit memory lots
:limit speed 3
:list all
