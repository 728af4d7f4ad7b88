[(braces) (brackets) (parentheses)] @indent @indent.begin
["}" "]" ")"] @outdent @indent.end @indent.branch
