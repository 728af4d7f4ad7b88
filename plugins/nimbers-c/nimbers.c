/* The nimbers once more, in C: heaps of any size. A plugin to copy.
 *
 * The element *n is the natural n in the host's encoding: the count of its bytes,
 * then the bytes, least significant first, the last not 0. The host passes only
 * elements that check has accepted, so all other functions rely on that form.
 */
#include "cg_plugin.h"
#include <stdlib.h>
#include <string.h>

/* ---- Naturals, as bytes without their count ---- */

/* The bytes of n in the element g. */
static cg_bytes heap(cg_bytes g) {
    size_t start = 0;
    while (start < g.length && g.data[start] & 0x80) start++; /* the count goes on */
    if (start == g.length) return g;                          /* only in check: no count at all */
    return (cg_bytes){g.data + start + 1, g.length - start - 1};
}

/* Byte number i of n, which has only zeros behind its end. */
static unsigned byte_at(cg_bytes n, size_t i) {
    return i < n.length ? n.data[i] : 0;
}

/* n, or the largest integer for all that are larger. */
static uint64_t saturated(cg_bytes n) {
    if (n.length > 8) return UINT64_MAX;
    uint64_t value = 0;
    for (size_t i = 8; i-- > 0;) value = value << 8 | byte_at(n, i);
    return value;
}

/* Answers with the element of a xor b: the sum of two nimbers. */
static cg_status put_nim_sum(const cg_reply *reply, cg_bytes a, cg_bytes b) {
    size_t length = a.length > b.length ? a.length : b.length;
    while (length > 0 && byte_at(a, length - 1) == byte_at(b, length - 1)) length--;
    uint8_t count[10];
    cg_status status = cg_put(reply, count, cg_count(count, length));
    for (size_t i = 0; i < length && status == CG_OK; i++) {
        uint8_t byte = (uint8_t)(byte_at(a, i) ^ byte_at(b, i));
        status = cg_put(reply, &byte, 1);
    }
    return status;
}

/* Answers with the element *n; zeros at the end of n are left out. */
static cg_status put_nimber(const cg_reply *reply, cg_bytes n) {
    return put_nim_sum(reply, n, (cg_bytes){NULL, 0});
}

static cg_status put_small(const cg_reply *reply, uint64_t n) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(n >> 8 * i);
    return put_nimber(reply, (cg_bytes){bytes, sizeof bytes});
}

/* ---- The group ---- */

static cg_status name(const cg_reply *reply) {
    return cg_put(reply, "nimbers", 7);
}

static cg_status zero(const cg_reply *reply) {
    return put_small(reply, 0);
}

/* The same bytes, if they are canonical: no needless byte in the count or in n. */
static cg_status check(cg_bytes g, const cg_reply *reply) {
    uint8_t count[10];
    cg_bytes n = heap(g);
    size_t used = cg_count(count, n.length);
    if (used + n.length != g.length || memcmp(count, g.data, used) != 0)
        return cg_refuse(reply, "malformed element bytes");
    if (n.length > 0 && byte_at(n, n.length - 1) == 0)
        return cg_refuse(reply, "malformed element bytes: a needless zero byte");
    return cg_put(reply, g.data, g.length);
}

/* Each nimber is its own negative, and the natural that the host passes for it. */
static cg_status same(cg_bytes g, const cg_reply *reply) {
    return cg_put(reply, g.data, g.length);
}

static cg_status add(cg_bytes g, cg_bytes h, const cg_reply *reply) {
    return put_nim_sum(reply, heap(g), heap(h));
}

/* ---- The two rules ---- */

static cg_status outcome(cg_bytes g, const cg_reply *reply) {
    return cg_put(reply, heap(g).length > 0 ? "N" : "P", 1);
}

/* The least natural that is not among the options. It is at most how many they are. */
static cg_status mex(cg_list options, uint64_t *least) {
    uint8_t *seen = calloc(options.count + 1, 1);
    if (!seen) return CG_LIMIT;
    for (size_t i = 0; i < options.count; i++) {
        uint64_t n = saturated(heap(options.items[i]));
        if (n < options.count) seen[n] = 1;
    }
    for (*least = 0; seen[*least]; ++*least) {}
    free(seen);
    return CG_OK;
}

/* {L | R} is a nimber exactly when both players miss the same one first. */
static cg_status simplify(cg_list left, cg_list right, const cg_reply *reply) {
    uint64_t of_left = 0, of_right = 0;
    cg_status status = mex(left, &of_left);
    if (status == CG_OK) status = mex(right, &of_right);
    if (status != CG_OK) return status;
    return of_left == of_right ? put_small(reply, of_left) : CG_NONE;
}

/* ---- The canonical options: *0 to *(n-1), for both players ---- */

static cg_status option_count(cg_bytes g, uint32_t player, const cg_reply *reply) {
    (void)player;
    cg_bytes n = heap(g);
    if (n.length > 8) return cg_put(reply, "\377\377\377\377\377\377\377\377", 8);
    return cg_put(reply, n.data, n.length);
}

static cg_status option(cg_bytes g, uint32_t player, uint64_t index, const cg_reply *reply) {
    (void)player;
    cg_bytes n = heap(g);
    if (n.length <= 8 && index >= saturated(n)) return cg_refuse(reply, "there is no such option");
    return put_small(reply, index);
}

/* ---- Text: *(n) in the paper's notation, *n in the others ---- */

/* Divides n by 10 in place and gives the remainder. */
static unsigned divide_by_ten(uint8_t *n, size_t length) {
    unsigned rest = 0;
    for (size_t i = length; i-- > 0;) {
        rest = rest << 8 | n[i];
        n[i] = (uint8_t)(rest / 10);
        rest %= 10;
    }
    return rest;
}

static cg_status print(cg_bytes g, uint32_t notation, const cg_reply *reply) {
    static const char *const star[] = {"*(", "*", "\342\210\227", "{\\ast}"};
    if (notation > CG_LATEX) return cg_refuse(reply, "there is no such notation");
    cg_bytes n = heap(g);
    if (n.length == 0) return cg_put(reply, "0", 1);
    /* A byte has fewer than three digits. Below, a copy of n that is divided away. */
    size_t room = 3 * n.length, first = room, left = n.length;
    uint8_t *digits = malloc(room + n.length);
    if (!digits) return CG_LIMIT;
    uint8_t *rest = digits + room;
    memcpy(rest, n.data, n.length);
    while (left > 0) {
        digits[--first] = (uint8_t)('0' + divide_by_ten(rest, left));
        while (left > 0 && rest[left - 1] == 0) left--;
    }
    /* The field writes * for *1. */
    int is_star = notation != CG_PAPER && room - first == 1 && digits[first] == '1';
    cg_status status = cg_put(reply, star[notation], strlen(star[notation]));
    if (status == CG_OK && !is_star) status = cg_put(reply, digits + first, room - first);
    if (status == CG_OK && notation == CG_PAPER) status = cg_put(reply, ")", 1);
    free(digits);
    return status;
}

/* Reads 0, *, *n and *(n) in every notation. */
static cg_status parse(cg_bytes text, uint32_t notation, const cg_reply *reply) {
    (void)notation;
    const uint8_t *at = text.data, *end = text.data + text.length;
    if (text.length == 1 && *at == '0') return zero(reply);
    if (text.length == 0 || *at++ != '*') return cg_refuse(reply, "expected a nimber: *, *n or *(n)");
    if (at == end) return put_small(reply, 1);
    if (end - at > 2 && *at == '(' && end[-1] == ')') at++, end--;
    /* n has fewer bytes than digits. */
    size_t length = (size_t)(end - at);
    uint8_t *n = calloc(length, 1);
    if (!n) return CG_LIMIT;
    for (; at < end && *at >= '0' && *at <= '9'; at++) {
        unsigned carry = *at - '0';
        for (size_t i = 0; i < length; i++, carry >>= 8) {
            carry += 10u * n[i];
            n[i] = (uint8_t)carry;
        }
    }
    cg_status status = at == end ? put_nimber(reply, (cg_bytes){n, length})
                                 : cg_refuse(reply, "expected digits");
    free(n);
    return status;
}

/* ---- Other subgroups: 0 is at home in the numbers ---- */

static cg_status settle(cg_bytes g, const cg_reply *reply) {
    static const uint8_t zero_of_numbers[] = "\7numbers\0"; /* and the 0 that ends the string */
    if (heap(g).length > 0) return CG_NONE;
    return cg_put(reply, zero_of_numbers, sizeof zero_of_numbers);
}

const cg_table cg_plugin_nimbers = {
    .size = sizeof(cg_table),
    .abi = CG_ABI_VERSION,
    .name = name,
    .zero = zero,
    .check = check,
    .negate = same,
    .add = add,
    .outcome = outcome,
    .simplify = simplify,
    .option_count = option_count,
    .option = option,
    .print = print,
    .parse = parse,
    .settle = settle,
    /* This is where nimbers are made, and where they are seen as such. */
    .nimber = same,
    .as_nimber = same,
};
