/* The ABI between cg, a calculator for combinatorial games, and a plugin that
 * brings a further subgroup of games. docs/plugins.md explains it, and
 * plugins/nimbers-c/nimbers.c is a plugin to copy. The functions below are written
 * by the list in cg-plugin/src/abi.rs.
 *
 * A plugin is a dynamic library that exports one constant table, named
 * cg_plugin_NAME for a subgroup NAME:
 *
 *     const cg_table cg_plugin_nimbers = {
 *         .size = sizeof(cg_table), .abi = CG_ABI_VERSION, .name = ...
 *     };
 *
 * The calculator takes a table that is shorter than its own: functions that were
 * added later are absent then, and an absent optional function means the default.
 *
 * A table with the function decide is that of a family of sums, which adds and decides
 * and simplifies nothing. It needs name, check, zero, negate, add, decide and value;
 * sample, sum and multiple are optional, and no other function is called.
 *
 * Elements are byte strings of the plugin's own design, with one condition:
 * equal elements have equal bytes. Every function may be called from several
 * threads at a time. Arguments belong to the host and are valid during the call
 * only. An answer is written with reply->write, in one or more pieces; the host
 * copies it.
 */
#ifndef CG_PLUGIN_H
#define CG_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CG_ABI_VERSION 3

/* What a function returns. */
typedef int32_t cg_status;
#define CG_OK 0      /* the answer was written */
#define CG_NONE 1    /* there is no such value */
#define CG_LIMIT 2   /* an element would be too large; the message says for what */
#define CG_REFUSED 3 /* the arguments are no good; the message says why */
#define CG_FAULT 4   /* the plugin found a mistake of its own: it is not called again */
#define CG_FULL 5    /* from reply->write: the answer is too long; return this at once */

/* Bytes of the host. */
typedef struct cg_bytes {
    const uint8_t *data;
    size_t length;
} cg_bytes;

/* Several byte strings of the host. */
typedef struct cg_list {
    const cg_bytes *items;
    size_t count;
} cg_list;

/* Where to write: reply->write(reply->host, data, length). */
typedef struct cg_reply {
    void *host;
    /* Appends to the answer. When it does not return CG_OK, return that. */
    cg_status (*write)(void *host, const uint8_t *data, size_t length);
    /* Appends to the message for CG_LIMIT, CG_REFUSED and CG_FAULT, in UTF-8. */
    cg_status (*explain)(void *host, const uint8_t *text, size_t length);
} cg_reply;

#define CG_LEFT 0  /* players */
#define CG_RIGHT 1
#define CG_PAPER 0 /* notations */
#define CG_STANDARD 1
#define CG_UNICODE 2
#define CG_LATEX 3

/* Naturals, integers and dyadics cross in the host's encoding:
 *   count    seven bits a byte, low ones first, the top bit says "more follows"
 *   natural  count of its bytes, then the bytes, least significant first, the last not 0
 *   integer  count 2 * bytes + (1 if negative), then the bytes as in a natural
 *   dyadic   count k, then the integer m, odd if k > 0: the number m / 2^k
 *   tree     count of forms; for each form, for Left and then for Right: count of options, then
 *            the number of each option's form as a count; the last form is the game
 *
 * The functions marked "optional" may be null. */
typedef struct cg_table {
    uint32_t size; /* sizeof(cg_table) */
    uint32_t abi;  /* CG_ABI_VERSION */

    /* The subgroup's name. */
    cg_status (*name)(const cg_reply *reply);
    /* Optional. Relative number index: 'I' (includes) or 'O' (overlaps), then its name.
     * CG_NONE at the end. */
    cg_status (*relative)(uint64_t index, const cg_reply *reply);
    /* Optional. Sample number index for the tests of the laws, the most telling first.
     * CG_NONE at the end. Without any, the laws are tried on the numbers,
     * nimbers and ups that the subgroup makes. */
    cg_status (*sample)(uint64_t index, const cg_reply *reply);
    /* The same bytes, if they encode an element; else CG_REFUSED. */
    cg_status (*check)(cg_bytes bytes, const cg_reply *reply);
    /* Optional. The element that the element bytes of the relative from is here, or
     * CG_NONE. */
    cg_status (*embed)(cg_bytes from, cg_bytes bytes, const cg_reply *reply);
    /* Optional. The smaller home of g: a byte with the length of its name, the name, the
     * element's bytes there. CG_NONE when g is at home. */
    cg_status (*settle)(cg_bytes g, const cg_reply *reply);
    /* Optional. How many bytes of memory g takes: up to eight bytes, the least
     * significant first. Without it, as many as its encoding has. */
    cg_status (*heap_bytes)(cg_bytes g, const cg_reply *reply);
    /* The element 0. */
    cg_status (*zero)(const cg_reply *reply);
    /* -g. */
    cg_status (*negate)(cg_bytes g, const cg_reply *reply);
    /* g + h. */
    cg_status (*add)(cg_bytes g, cg_bytes h, const cg_reply *reply);
    /* Optional. The sum of all of them; 0 for none. */
    cg_status (*sum)(cg_list terms, const cg_reply *reply);
    /* Optional. count copies of g; count is an integer. */
    cg_status (*multiple)(cg_bytes count, cg_bytes g, const cg_reply *reply);
    /* The outcome rule: one of the letters P, N, L, R. */
    cg_status (*outcome)(cg_bytes g, const cg_reply *reply);
    /* Optional. How g stands to h: the outcome of g - h. */
    cg_status (*compare)(cg_bytes g, cg_bytes h, const cg_reply *reply);
    /* The simplification rule: the element that {left | right} equals, or
     * CG_NONE. */
    cg_status (*simplify)(cg_list left, cg_list right, const cg_reply *reply);
    /* How many canonical options player has: up to eight bytes, the least
     * significant first (no bytes are 0); eight bytes 0xff for more. */
    cg_status (*option_count)(cg_bytes g, uint32_t player, const cg_reply *reply);
    /* The canonical option with number index, counted from 0 and below
     * option_count. */
    cg_status (*option)(cg_bytes g, uint32_t player, uint64_t index, const cg_reply *reply);
    /* The element as text. What is printed for CG_PAPER and CG_STANDARD reads
     * back. */
    cg_status (*print)(cg_bytes g, uint32_t notation, const cg_reply *reply);
    /* The element that a text stands for, or CG_REFUSED. */
    cg_status (*parse)(cg_bytes text, uint32_t notation, const cg_reply *reply);
    /* Optional. CG_OK when the calculator is to write g in braces, by its options, and
     * not as print does; else CG_NONE. */
    cg_status (*in_braces)(cg_bytes g, uint32_t notation, const cg_reply *reply);
    /* Optional. The element that is a number, given as a dyadic. */
    cg_status (*number)(cg_bytes value, const cg_reply *reply);
    /* Optional. The element that is the nimber of a natural. */
    cg_status (*nimber)(cg_bytes value, const cg_reply *reply);
    /* Optional. The element that is the up of a dyadic, which is positive. */
    cg_status (*up)(cg_bytes order, const cg_reply *reply);
    /* Optional. The number that g is, as a dyadic, or CG_NONE. */
    cg_status (*as_number)(cg_bytes g, const cg_reply *reply);
    /* Optional. The n of the nimber *n that g is, as a natural, or CG_NONE. */
    cg_status (*as_nimber)(cg_bytes g, const cg_reply *reply);
    /* Optional. g as x + a.^(d) + ... + *n, or CG_NONE: the dyadic x, the natural n, the
     * count of the terms, and for each, by increasing d, the dyadic d
     * (positive) and the integer a (not 0). */
    cg_status (*number_ups_star)(cg_bytes g, const cg_reply *reply);
    /* Optional. Why {left | right} equals value, as the simplification rule has answered:
     * a few clauses without a final stop, one a line. Or CG_NONE. */
    cg_status (*explain_value)(cg_list left, cg_list right, cg_bytes value, uint32_t notation, const cg_reply *reply);
    /* Optional. Why g has its outcome, in such clauses, or CG_NONE. */
    cg_status (*explain_outcome)(cg_bytes g, uint32_t notation, const cg_reply *reply);
    /* Optional. How the terms are added, in such clauses, or CG_NONE. */
    cg_status (*explain_sum)(cg_list terms, uint32_t notation, const cg_reply *reply);
    /* Optional. Constant number index, counted from 0: a name that stands for an element in
     * the language, and that parse reads. CG_NONE at the end. */
    cg_status (*constant)(uint64_t index, const cg_reply *reply);
    /* Optional. CG_OK when g is no short game: it has infinitely many options, or an option
     * is no short game. Else CG_NONE. */
    cg_status (*is_transfinite)(cg_bytes g, const cg_reply *reply);
    /* Optional. CG_OK when g is a number, and this is its home; else CG_NONE. */
    cg_status (*is_number)(cg_bytes g, const cg_reply *reply);
    /* Optional. The simplest number above all of above, at least all of from, at most all of to,
     * below all of below, or CG_NONE where none lies. All of them are numbers. */
    cg_status (*number_between)(cg_list above, cg_list from, cg_list to, cg_list below, const cg_reply *reply);
    /* Optional. The Conway product: of numbers their product, of nimbers the nim product.
     * CG_NONE where it is not known. */
    cg_status (*product)(cg_bytes g, cg_bytes h, const cg_reply *reply);
    /* Optional. The element whose Conway product with h is g, or CG_NONE. */
    cg_status (*quotient)(cg_bytes g, cg_bytes h, const cg_reply *reply);
    /* Optional. g to the power h, or CG_NONE where that is no element, or not defined. */
    cg_status (*power)(cg_bytes g, cg_bytes h, const cg_reply *reply);
    /* Optional. The birthday of g where that is infinite, an ordinal: a byte with the length of
     * the name of its subgroup, the name, the ordinal's bytes there; one byte 0 when it is
     * g itself. Or CG_NONE. */
    cg_status (*birthday)(cg_bytes g, const cg_reply *reply);
    /* Optional. The sign expansion of the number g, its runs between spaces, as +^3 -^(omega) +.
     * Or CG_NONE. */
    cg_status (*signs)(cg_bytes g, const cg_reply *reply);
    /* Optional. The number with the sign expansion that text writes, or CG_NONE where this
     * subgroup reads none. */
    cg_status (*of_signs)(cg_bytes text, const cg_reply *reply);
    /* Optional. The nimber *size, where size is the element of the subgroup from with these
     * bytes, or CG_NONE. */
    cg_status (*nimber_of)(cg_bytes from, cg_bytes size, const cg_reply *reply);
    /* Optional. The stop of g when player begins, as a dyadic, or CG_NONE. For elements of which
     * number_ups_star says nothing. */
    cg_status (*stop)(cg_bytes g, uint32_t player, const cg_reply *reply);
    /* Optional. For a family of sums alone, which must have it: the outcome of g, one of the
     * letters P, N, L, R, or CG_NONE where the rule declines. */
    cg_status (*decide)(cg_bytes g, const cg_reply *reply);
    /* Optional. For a family of sums alone, which must have it: the game number index, counted
     * from 0, of those that it knows, as a tree; then its element's bytes. CG_NONE at
     * the end. */
    cg_status (*value)(uint64_t index, const cg_reply *reply);
    /* Optional. How g stands to its stop when player begins: the outcome of g less the stop, one of
     * the letters P, N, L, R. Or CG_NONE, and g and the stop are compared. */
    cg_status (*compare_to_stop)(cg_bytes g, uint32_t player, const cg_reply *reply);
} cg_table;

/* Help for authors. */

/* Appends to the answer. */
static inline cg_status cg_put(const cg_reply *reply, const void *data, size_t length) {
    return reply->write(reply->host, (const uint8_t *)data, length);
}

/* CG_REFUSED, with a message. */
static inline cg_status cg_refuse(const cg_reply *reply, const char *why) {
    size_t length = 0;
    while (why[length]) length++;
    reply->explain(reply->host, (const uint8_t *)why, length);
    return CG_REFUSED;
}

/* The bytes of a count, which are returned; to has room for ten. */
static inline size_t cg_count(uint8_t *to, uint64_t count) {
    size_t used = 0;
    for (; count > 0x7f; count >>= 7) to[used++] = (uint8_t)(count | 0x80);
    to[used++] = (uint8_t)count;
    return used;
}

#ifdef __cplusplus
}
#endif

#endif
