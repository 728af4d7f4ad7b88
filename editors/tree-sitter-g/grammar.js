// A grammar of G for editors: colours, folding, indentation, selecting by brackets. It cuts a program as
// the calculator's lexer does (`cg-lang/src/lexer/pieces.rs`) and knows brackets, calls and directives;
// which programs are right the language server says.
//
// A star is a game where an operand is due and a sign behind one. So what stands between brackets is a
// row that ends in an operand or in a sign, and each decides how the next star is read.

const NAME = /[\p{L}_][\p{L}\p{N}_]*|[⧾⧿]/;
const INDEX = /([0-9]+|\[[0-9]+\]|<[0-9]+>|[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?/;

module.exports = grammar({
  name: "g",

  // The empty set and a byte order mark read as nothing.
  extras: ($) => [/[\s∅\uFEFF]/, $.comment],

  externals: ($) => [$._line_end, $._error_sentinel],

  word: ($) => $.name,

  rules: {
    program: ($) => repeat($._statement),

    // The end of the text is the end of a line as well. A row that ends in a sign goes on.
    _statement: ($) => seq(choice($.directive, $._top_ended, $._top_done), $._line_end),

    directive: ($) => seq($.directive_name, optional($.directive_argument)),
    directive_name: () => token(/:[ \t]*[^\s:]+/),
    directive_argument: () => token.immediate(/[ \t]+[^\s][^\n]*/),

    _top_ended: ($) => choice(
      $._operand,
      seq($._top_ended, $._operand_but_star),
      seq(choice($._top_waiting, $._top_done), $._operand),
    ),
    _top_waiting: ($) => choice(
      $._sign,
      seq($._top_ended, choice($._sign, alias($._star, $.sign))),
      seq(choice($._top_waiting, $._top_done), $._sign),
    ),
    _top_done: ($) => seq(
      optional(choice($._top_ended, $._top_waiting, $._top_done)),
      alias(";", $.sign),
    ),

    _ended: ($) => choice(
      $._operand,
      seq($._ended, $._operand_but_star),
      seq($._waiting, $._operand),
    ),
    _waiting: ($) => choice(
      $._inner_sign,
      seq($._ended, choice($._inner_sign, alias($._star, $.sign))),
      seq($._waiting, $._inner_sign),
    ),
    _inside: ($) => choice($._ended, $._waiting),

    _operand: ($) => choice($._operand_but_star, alias($._star, $.game)),
    _operand_but_star: ($) => choice(
      $.number,
      $.text,
      $.call,
      $.name,
      $.game,
      alias($.truth, $.keyword),
      $.parentheses,
      $.brackets,
      $.braces,
      $.form,
    ),

    call: ($) => prec(1, seq(field("function", alias($.name, $.function_name)), field("arguments", $.parentheses))),
    parentheses: ($) => seq("(", optional($._inside), ")"),
    brackets: ($) => seq("[", optional($._inside), "]"),
    braces: ($) => seq("{", optional($._inside), "}"),

    // Not simplified: a quotation mark directly behind a brace closes it.
    form: ($) => seq(alias("'", $.sign), $.braces, alias(token.immediate("'"), $.sign)),

    _sign: ($) => choice($.keyword, $.sign),
    _inner_sign: ($) => choice($._sign, alias(choice(":", ";"), $.sign), $.bar),
    keyword: () => choice(
      "case", "default", "if", "then", "else", "let", "and", "or", "not", "in", "impartial", "_",
    ),
    truth: () => choice("true", "false"),
    sign: () => choice(
      "+", "-", "−", "/", "%", "&", "->", "..", "…", ".", "·", "==", "=", "!=", "<=", "<>", "<", ">=", ">",
      "??", "?", ",",
    ),
    bar: () => /\|+/,

    _star: () => choice("*", "∗"),
    game: () => token(choice(
      seq(/[\^↑⇑]+/, INDEX),
      seq(/[↓⇓]+/, INDEX),
      // Downs; a name that the program gives is one for the language server.
      prec(1, /v+[0-9]*/),
      "±",
    )),
    number: () => token(choice(/[0-9]+(\.[0-9]+)?/, /[0-9]*[½¼¾⅛⅜⅝⅞]/)),
    text: () => token(seq('"', /([^"\\\n]|\\.)*/, '"')),
    name: () => NAME,

    comment: () => token(choice(
      seq("//", /[^\n]*/),
      seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/"),
    )),
  },
});
