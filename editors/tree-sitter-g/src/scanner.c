// The end of a line, where it ends a statement: the parser asks for it outside of brackets only. A brace on
// the next line that holds clauses goes on with the head of its definition.
#include "tree_sitter/parser.h"

#include <stdbool.h>
#include <string.h>

enum { LINE_END, ERROR_SENTINEL };

void *tree_sitter_g_external_scanner_create(void) { return NULL; }
void tree_sitter_g_external_scanner_destroy(void *scanner) { (void)scanner; }
unsigned tree_sitter_g_external_scanner_serialize(void *scanner, char *buffer) {
    (void)scanner, (void)buffer;
    return 0;
}
void tree_sitter_g_external_scanner_deserialize(void *scanner, const char *buffer, unsigned length) {
    (void)scanner, (void)buffer, (void)length;
}

static bool is_blank(int32_t sign) {
    return sign == ' ' || sign == '\t' || sign == '\r' || sign == '\n' || sign == '\f' || sign == 0xFEFF;
}

// Goes over blanks and comments; false behind a slash that opens none.
static bool skip(TSLexer *lexer) {
    for (;;) {
        while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
        if (lexer->lookahead != '/') return true;
        lexer->advance(lexer, false);
        if (lexer->lookahead == '/') {
            while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
        } else if (lexer->lookahead == '*') {
            lexer->advance(lexer, false);
            for (int32_t before = 0; !lexer->eof(lexer);) {
                int32_t sign = lexer->lookahead;
                lexer->advance(lexer, false);
                if (before == '*' && sign == '/') break;
                before = sign;
            }
        } else {
            return false;
        }
    }
}

// Whether a brace comes in which clauses stand.
static bool clauses_come(TSLexer *lexer) {
    static const char *const words[] = {"case", "default", "sum", "symmetric", "negative"};
    if (!skip(lexer) || lexer->lookahead != '{') return false;
    lexer->advance(lexer, false);
    if (!skip(lexer)) return false;
    char word[16];
    size_t length = 0;
    while (lexer->lookahead >= 'a' && lexer->lookahead <= 'z' && length < sizeof word - 1) {
        word[length++] = (char)lexer->lookahead;
        lexer->advance(lexer, false);
    }
    word[length] = 0;
    for (size_t at = 0; at < sizeof words / sizeof *words; at++) {
        if (strcmp(word, words[at]) == 0) return at < 2 || (skip(lexer) && lexer->lookahead == ':');
    }
    return false;
}

bool tree_sitter_g_external_scanner_scan(void *scanner, TSLexer *lexer, const bool *valid_symbols) {
    (void)scanner;
    if (valid_symbols[ERROR_SENTINEL] || !valid_symbols[LINE_END]) return false;
    while (lexer->lookahead == ' ' || lexer->lookahead == '\t' || lexer->lookahead == '\r') {
        lexer->advance(lexer, true);
    }
    lexer->result_symbol = LINE_END;
    if (lexer->eof(lexer)) {
        lexer->mark_end(lexer);
        return true;
    }
    if (lexer->lookahead != '\n') return false;
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    return !clauses_come(lexer);
}
