/* The nimbers once more, in C: heaps of any size. The element *n is the natural n in
 * the host's encoding. The host passes only elements that check has accepted. */
#include "cg_plugin.h"
#include <stdlib.h>
#include <string.h>

static cg_bytes heap(cg_bytes g) { /* the bytes of n, without their count */
    size_t i = 0;
    while (i < g.length && g.data[i] & 0x80) i++;
    return i < g.length ? (cg_bytes){g.data + i + 1, g.length - i - 1} : g;
}
static unsigned at(cg_bytes n, size_t i) { return i < n.length ? n.data[i] : 0; }
static uint64_t small(cg_bytes n) { /* n, or the largest integer for all that are larger */
    uint64_t value = 0;
    for (size_t i = 8; i-- > 0;) value = value << 8 | at(n, i);
    return n.length > 8 ? UINT64_MAX : value;
}
/* Writes the sum of two numbers without carrying. */
static cg_status nim_sum(const cg_reply *reply, cg_bytes a, cg_bytes b) {
    size_t length = a.length > b.length ? a.length : b.length;
    while (length && at(a, length - 1) == at(b, length - 1)) length--;
    uint8_t byte, prefix[10];
    cg_status status = cg_put(reply, prefix, cg_count(prefix, length));
    for (size_t i = 0; i < length && status == CG_OK; i++)
        byte = (uint8_t)(at(a, i) ^ at(b, i)), status = cg_put(reply, &byte, 1);
    return status;
}
static cg_status natural(const cg_reply *reply, uint64_t value) {
    uint8_t data[8];
    for (int i = 0; i < 8; i++) data[i] = (uint8_t)(value >> 8 * i);
    return nim_sum(reply, (cg_bytes){data, 8}, (cg_bytes){NULL, 0});
}
static cg_status name(const cg_reply *reply) { return cg_put(reply, "nimbers", 7); }
static cg_status zero(const cg_reply *reply) { return natural(reply, 0); }
static cg_status same(cg_bytes g, const cg_reply *reply) { return cg_put(reply, g.data, g.length); }
static cg_status check(cg_bytes g, const cg_reply *reply) {
    uint8_t prefix[10];
    cg_bytes n = heap(g);
    size_t used = cg_count(prefix, n.length);
    int good = used + n.length == g.length && !memcmp(prefix, g.data, used) && (!n.length || at(n, n.length - 1));
    return good ? same(g, reply) : cg_refuse(reply, "malformed element bytes");
}
static cg_status add(cg_bytes g, cg_bytes h, const cg_reply *reply) { return nim_sum(reply, heap(g), heap(h)); }
static cg_status outcome(cg_bytes g, const cg_reply *reply) { return cg_put(reply, heap(g).length ? "N" : "P", 1); }
static uint64_t mex(cg_list options) {
    uint64_t least = 0;
    for (size_t i = 0; i < options.count; i++)
        if (small(heap(options.items[i])) == least) least++, i = (size_t)-1; /* begin again */
    return least;
}
static cg_status simplify(cg_list left, cg_list right, const cg_reply *reply) { return mex(left) == mex(right) ? natural(reply, mex(left)) : CG_NONE; }
static cg_status option_count(cg_bytes g, uint32_t player, const cg_reply *reply) {
    int many = player > CG_RIGHT || heap(g).length > 8; /* they are the same for both players */
    return many ? cg_put(reply, "\377\377\377\377\377\377\377\377", 8) : cg_put(reply, heap(g).data, heap(g).length);
}
static cg_status option(cg_bytes g, uint32_t player, uint64_t index, const cg_reply *reply) {
    int there = player <= CG_RIGHT && (heap(g).length > 8 || index < small(heap(g)));
    return there ? natural(reply, index) : cg_refuse(reply, "there is no such option");
}
static cg_status settle(cg_bytes g, const cg_reply *reply) { return heap(g).length ? CG_NONE : cg_put(reply, "\7numbers\0\0", 10); }
static cg_status print(cg_bytes g, uint32_t notation, const cg_reply *reply) {
    static const char *const star[] = {"*(", "*", "\342\210\227", "{\\ast}"}, *const end[] = {")", "", "", ""};
    cg_bytes n = heap(g);
    size_t left = n.length, room = 4 * left + 16, first = room - 1; /* n, then its digits, the last one first */
    if (!left || notation > CG_LATEX) return left ? CG_REFUSED : cg_put(reply, "0", 1);
    uint8_t *text = malloc(room), *rest = text;
    if (!text) return CG_LIMIT;
    for (memcpy(rest, n.data, left); left; left -= left && !rest[left - 1]) {
        unsigned digit = 0;
        for (size_t i = left; i-- > 0; digit %= 10) digit = digit << 8 | rest[i], rest[i] = (uint8_t)(digit / 10);
        text[--first] = (uint8_t)('0' + digit);
    }
    int one = room - 1 - first == 1 && text[first] == '1' && notation != CG_PAPER;
    cg_status status = cg_put(reply, star[notation], strlen(star[notation]));
    if (status == CG_OK) status = cg_put(reply, text + first, one ? 0 : room - 1 - first);
    free(text);
    return status == CG_OK ? cg_put(reply, end[notation], strlen(end[notation])) : status;
}
static cg_status parse(cg_bytes text, uint32_t notation, const cg_reply *reply) { /* 0, *, *n, *(n) */
    const uint8_t *digit = text.data, *end = text.data + text.length;
    if (text.length == 1 && *digit == '0') return zero(reply);
    if (notation > CG_LATEX || digit == end || *digit++ != '*') return cg_refuse(reply, "expected a nimber: *, *n or *(n)");
    if (digit == end) return natural(reply, 1);
    if (end - digit > 2 && *digit == '(' && end[-1] == ')') digit++, end--;
    cg_bytes n = {calloc((size_t)(end - digit), 1), (size_t)(end - digit)};
    if (!n.data) return CG_LIMIT;
    for (; digit < end && *digit >= '0' && *digit <= '9'; digit++) {
        unsigned carry = *digit - '0';
        for (size_t i = 0; i < n.length; i++, carry >>= 8) carry += 10 * at(n, i), ((uint8_t *)n.data)[i] = (uint8_t)carry;
    }
    cg_status status = digit == end ? nim_sum(reply, n, (cg_bytes){NULL, 0}) : cg_refuse(reply, "expected digits");
    free((uint8_t *)n.data);
    return status;
}
const cg_table cg_plugin_nimbers = {
    .abi = CG_ABI_VERSION, .size = sizeof(cg_table), .name = name, .zero = zero, .check = check, .negate = same, .add = add,
    .outcome = outcome, .simplify = simplify, .option_count = option_count, .option = option, .print = print, .parse = parse,
    .settle = settle, .nimber = same, .as_nimber = same,
};
