//! The mutants: each is a line of a sound plugin, and what it becomes.

use std::fmt;

/// One change.
#[derive(Debug)]
pub(crate) struct Mutant {
    /// The folder of the plugin.
    pub(crate) plugin: &'static str,
    pub(crate) file: &'static str,
    /// What stands in the file, exactly once.
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} => {}", self.plugin, self.from.trim(), self.to.trim())
    }
}

const fn tinies(from: &'static str, to: &'static str) -> Mutant {
    Mutant { plugin: "tinies", file: "src/lib.rs", from, to }
}

const fn nimbers(from: &'static str, to: &'static str) -> Mutant {
    Mutant { plugin: "nimbers-c", file: "nimbers.c", from, to }
}

const fn switches(file: &'static str, from: &'static str, to: &'static str) -> Mutant {
    Mutant { plugin: "switches", file, from, to }
}

pub(crate) const MUTANTS: &[Mutant] = &[
    // Tinies: the group.
    tinies(
        "-&self.number, self.switch, -&self.tinies",
        "-&self.number, self.switch, self.tinies.clone()",
    ),
    tinies("g.switch != h.switch", "g.switch || h.switch"),
    tinies("&g.tinies + &h.tinies", "(&g.tinies + &h.tinies) % IBig::from(1u64 << 33)"),
    tinies("count * &g.tinies", "(count % IBig::from(1u64 << 32)) * &g.tinies"),
    tinies("g.switch && count.bit(0)", "g.switch"),
    // The outcome rule.
    tinies(
        "number.is_eq() && self.tinies > IBig::ZERO",
        "number.is_eq() && self.tinies >= IBig::ZERO",
    ),
    tinies("self.tinies >= IBig::NEG_ONE", "self.tinies >= IBig::ZERO"),
    // The canonical options.
    tinies("if self.tinies == IBig::ONE", "if self.tinies == IBig::from(2)"),
    tinies("true => vec![number(0).into()]", "true => vec![element(number(0), false, tinies(-1))]"),
    // The simplification rule.
    tinies(
        "side.iter().map(|option| (*option).clone())",
        "side.iter().take(2).map(|option| (*option).clone())",
    ),
    tinies("option.tinies > IBig::ONE", "option.tinies >= IBig::ONE"),
    tinies("option.tinies >= IBig::ZERO", "option.tinies > IBig::ZERO"),
    tinies(
        "element(below, true, &option.tinies - IBig::ONE)",
        "element(below, true, option.tinies.clone())",
    ),
    tinies("candidates(&left).chain(negatives)", "candidates(&left)"),
    tinies("if reaches(value)?", "if false && reaches(value)?"),
    tinies("if !reaches(&wanted)?", "if false && !reaches(&wanted)?"),
    // Relatives.
    tinies("[one] => *one == Dyadic::ONE", "[_] => true"),
    tinies("_ => return None", "_ => true"),
    tinies("g.infinitesimal().is_zero() && switch", "switch"),
    tinies(
        "NumberPlus::from(g.number.clone()), [Dyadic::ONE]",
        "NumberPlus::from(g.number.clone()), [Dyadic::from(2)]",
    ),
    // Switches: the group.
    switches("src/element.rs", "switches.pop();", ""),
    switches("src/element.rs", "self.b.split_off_first();\n                }", "}"),
    switches(
        "src/element.rs",
        "if count.bit(0) {",
        "if count.bit(0) || *count > IBig::from(1u64 << 32) {",
    ),
    switches(
        "src/element.rs",
        "Numberish.multiple(count, &self.rest)?",
        "Numberish.multiple(&(count % IBig::from(1u64 << 40)), &self.rest)?",
    ),
    // The outcome rule.
    switches(
        "src/element.rs",
        "Player::Left => self.number() + &self.swing",
        "Player::Left => self.number() - &self.swing",
    ),
    switches("src/element.rs", "self.switches.len().is_multiple_of(2)", "self.switches.is_empty()"),
    switches(
        "src/element.rs",
        "if left.is_ne() && right.is_ne()",
        "if left.is_ne() || right.is_ne()",
    ),
    switches(
        "src/element.rs",
        "if even { Outcome::Next } else { Outcome::Previous }",
        "if even { Outcome::Previous } else { Outcome::Next }",
    ),
    switches(
        "src/element.rs",
        "alternating(unpaired.inspect(|_| even = !even))",
        "{ even = true; alternating(unpaired) }",
    ),
    switches("src/element.rs", "index.is_multiple_of(2)", "(index < 1)"),
    // The canonical options.
    switches(
        "src/element.rs",
        "Player::Right => self.number() - hottest",
        "Player::Right => self.number() + hottest",
    ),
    switches("src/subgroup.rs", "false => Ok(1)", "false => Ok(2)"),
    // The simplification rule.
    switches("src/element.rs", "number: low + &temperature", "number: low - &temperature"),
    switches("src/rule.rs", "let loss = first - second;", "let loss = second - first;"),
    switches("src/rule.rs", "Player::Left => *own >= score", "Player::Left => *own > score"),
    switches(
        "src/rule.rs",
        "!left.reaches(value) && !right.reaches(value)",
        "!left.reaches(value)",
    ),
    switches(
        "src/rule.rs",
        "!left.reaches(value) && !right.reaches(value)",
        "!right.reaches(value)",
    ),
    switches(
        "src/rule.rs",
        "self.options.iter().zip(&self.scores)",
        "self.options.iter().take(2).zip(&self.scores)",
    ),
    switches("src/rule.rs", "if ahead.is_gt() {", "if best.is_none() {"),
    switches("src/rule.rs", "=> Bound::Excluded(best)", "=> Bound::Included(best)"),
    switches("src/rule.rs", "option.score(player.opponent())", "option.score(player)"),
    switches(
        "src/rule.rs",
        "false => !favours(player.opponent(), relation)",
        "false => favours(player, relation)",
    ),
    // Relatives, views, texts.
    switches(
        "src/subgroup.rs",
        "|g: &NumberPlus| g.clone().into()",
        "|g: &NumberPlus| NumberPlus::from(g.number.clone()).into()",
    ),
    switches(
        "src/subgroup.rs",
        "Home::within(&Numberish, g.rest.clone())",
        "Home::within(&Numberish, NumberPlus::from(g.rest.number.clone()))",
    ),
    switches(
        "src/subgroup.rs",
        "if g.switches.is_empty() { Numberish.number_ups_star(&g.rest) } else { Ok(None) }",
        "Numberish.number_ups_star(&g.rest)",
    ),
    switches("src/text.rs", "format!(\"+(+-({temperature}))\")", "format!(\"+({temperature})\")"),
    // Nimbers in C.
    nimbers("byte_at(a, i) ^ byte_at(b, i)", "byte_at(a, i) | byte_at(b, i)"),
    nimbers(
        "byte_at(a, i) ^ byte_at(b, i)",
        "(i < 8 ? byte_at(a, i) ^ byte_at(b, i) : byte_at(a, i))",
    ),
    nimbers("heap(g).length > 0 ? \"N\"", "heap(g).length == 1 ? \"N\""),
    nimbers("i < options.count; i++", "i < options.count && i < 2; i++"),
    nimbers("of_left == of_right ?", "of_left <= of_right ?"),
    nimbers("if (n.length > 8) return cg_put", "if (n.length > 7) return cg_put"),
    nimbers("return put_small(reply, index)", "return put_small(reply, index & 0xffff)"),
    nimbers("byte_at(n, n.length - 1) == 0)", "0)"),
    nimbers("|| memcmp(count, g.data, used) != 0", ""),
    nimbers("carry += 10u * n[i]", "carry += 9u * n[i]"),
    nimbers("notation != CG_PAPER && room - first == 1", "room - first == 1"),
    // Sizes of elements: what is right for one byte, and wrong beyond.
    nimbers(
        "    return put_nim_sum(reply, heap(g), heap(h));",
        "    if (heap(g).length > 1) return put_nim_sum(reply, heap(g), heap(g));\n    return put_nim_sum(reply, heap(g), heap(h));",
    ),
    nimbers(
        "    return put_nim_sum(reply, heap(g), heap(h));",
        "    if (heap(g).length > 1 && heap(h).length > 1) for (;;) {}\n    return put_nim_sum(reply, heap(g), heap(h));",
    ),
    nimbers(
        "    return put_nim_sum(reply, heap(g), heap(h));",
        "    if (heap(g).length > 1) abort();\n    return put_nim_sum(reply, heap(g), heap(h));",
    ),
    nimbers(
        "    return put_nim_sum(reply, heap(g), heap(h));",
        "    return put_nim_sum(reply, heap(g), heap(h).length > 4 ? heap(g) : heap(h));",
    ),
    nimbers(
        "    return put_nim_sum(reply, heap(g), heap(h));",
        "    return put_nim_sum(reply, heap(g), heap(h).length > 8 ? heap(g) : heap(h));",
    ),
    nimbers(
        "return cg_put(reply, heap(g).length > 0 ? \"N\" : \"P\", 1);",
        "return cg_put(reply, heap(g).length % 2 == 1 ? \"N\" : \"P\", 1);",
    ),
    nimbers(
        "return cg_put(reply, heap(g).length > 0 ? \"N\" : \"P\", 1);",
        "return cg_put(reply, heap(g).length > 8 ? \"L\" : heap(g).length > 0 ? \"N\" : \"P\", 1);",
    ),
    nimbers(
        "    size_t room = 3 * n.length, first = room, left = n.length;",
        "    size_t room = 3 * n.length, first = room, left = n.length > 2 ? 2 : n.length;",
    ),
    nimbers(
        "    size_t room = 3 * n.length, first = room, left = n.length;",
        "    if (n.length > 3) abort();\n    size_t room = 3 * n.length, first = room, left = n.length;",
    ),
    nimbers(
        "    size_t length = (size_t)(end - at);",
        "    size_t length = (size_t)(end - at) > 2 ? 2 : (size_t)(end - at);",
    ),
    nimbers(
        "    cg_status status = at == end ? put_nimber",
        "    cg_status status = at == end || at[0] == ' ' ? put_nimber",
    ),
    nimbers(
        "    cg_status status = at == end ? put_nimber",
        "    cg_status status = at[0] != '(' ? put_nimber",
    ),
    nimbers("if (n.length > 8) return cg_put", "if (n.length > 4) return cg_put"),
    nimbers(
        "return cg_put(reply, n.data, n.length);",
        "return cg_put(reply, n.data, n.length > 2 ? 2 : n.length);",
    ),
    nimbers("return put_small(reply, index)", "return put_small(reply, index & 0xff)"),
    nimbers("return put_small(reply, index)", "return put_small(reply, index & 0xffffffff)"),
    nimbers("if (n < options.count) seen[n] = 1;", "if (n < options.count && n < 8) seen[n] = 1;"),
    nimbers(
        "static cg_status same(cg_bytes g, const cg_reply *reply) {",
        "static cg_status same(cg_bytes g, const cg_reply *reply) {\n    if (heap(g).length > 4) return put_small(reply, 1);",
    ),
    nimbers("    while (length > 0 && byte_at", "    while (length > 0 && length < 6 && byte_at"),
    nimbers("if (n.length > 8) return UINT64_MAX;", "if (n.length > 8) return 0;"),
    nimbers("    for (size_t i = 8; i-- > 0;) value", "    for (size_t i = 1; i-- > 0;) value"),
    nimbers(
        "if (n.length <= 8 && index >= saturated(n)) return",
        "if (n.length > 8) abort();\n    if (n.length <= 8 && index >= saturated(n)) return",
    ),
    tinies("&g.tinies + &h.tinies", "(&g.tinies + &h.tinies) % IBig::from(1u64 << 20)"),
    tinies("&g.tinies + &h.tinies", "(&g.tinies + &h.tinies) % IBig::from(1u128 << 64)"),
    tinies("count * &g.tinies", "(count % IBig::from(1u64 << 60)) * &g.tinies"),
    switches(
        "src/element.rs",
        "Numberish.multiple(count, &self.rest)?",
        "Numberish.multiple(&(count % IBig::from(1u64 << 60)), &self.rest)?",
    ),
];
