; The classes are those of the calculator's lexer.
(comment) @comment
(text) @string
(number) @number
(game) @constant.builtin
(keyword) @keyword
(directive_name) @keyword.directive
(directive_argument) @string.special
(name) @variable
(function_name) @function
(sign) @operator
(bar) @punctuation.delimiter
["(" "[" "{" ")" "]" "}"] @punctuation.bracket
