[(braces) (brackets) (parentheses)] @fold
