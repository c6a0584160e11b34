"""Hashes as CPython has them, and those of our own that take more than a few words."""

from outplay.native.front.intrinsics import address, code, give_up, is_short, most_short, peek
from outplay.native.front.number_intrinsics import float_bits, float_floor, shift_right
from outplay.native.front.signatures import FACTOR, STEP, signature_word
from outplay.native.front.table_intrinsics import hash_key, lane, mixed, python_hash
from outplay.native.library.bitsets import set_opened, slots_of


def rotated(x, n):
    return (x << n) | shift_right(x, 64 - n)


def sip_round(v0, v1, v2, v3):
    v0 += v1
    v2 += v3
    v1 = rotated(v1, 13) ^ v0
    v3 = rotated(v3, 16) ^ v2
    v0 = rotated(v0, 32)
    v2 += v1
    v0 += v3
    v1 = rotated(v1, 17) ^ v2
    v3 = rotated(v3, 21) ^ v0
    v2 = rotated(v2, 32)
    return v0, v1, v2, v3


def str_hash(s):
    """hash(s): SipHash 1-3 of its characters, each of as many bytes as the largest needs."""
    n = len(s)
    if n == 0:
        return 0
    largest = 0
    for i in range(n):
        largest = max(largest, code(s, i))
    size = 1 if largest < 256 else 2 if largest < 65536 else 4
    v0 = hash_key(0) ^ 8317987319222330741
    v1 = hash_key(1) ^ 7237128888997146477
    v2 = hash_key(0) ^ 7816392313619706465
    v3 = hash_key(1) ^ 8387220255154660723
    word = 0
    at = 0
    for i in range(n):
        word |= code(s, i) << (8 * at)
        at += size
        if at == 8:
            v3 ^= word
            v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
            v0 ^= word
            word = 0
            at = 0
    word |= ((n * size) & 255) << 56
    v3 ^= word
    v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    v0 ^= word
    v2 ^= 255
    for _ in range(3):
        v0, v1, v2, v3 = sip_round(v0, v1, v2, v3)
    h = (v0 ^ v1) ^ (v2 ^ v3)
    return -2 if h == -1 else h


def float_hash(x):
    """hash(x), as CPython has it."""
    word = float_bits(x)
    power = (word >> 52) & 2047
    whole = word & 4503599627370495
    if power == 2047:
        if whole != 0:
            give_up()
        return -314159 if x < 0.0 else 314159
    if power == 0:
        power = 1
    else:
        whole |= 4503599627370496
    turn = (power - 1075) % 61
    h = ((whole << turn) & 2305843009213693951) | (whole >> (61 - turn))
    if x < 0.0:
        h = -h
    return -2 if h == -1 else h


def float_mixed(x, h):
    """The hash of our own: a whole float has that of the int that it equals."""
    if abs(x) < 9007199254740992.0 and x == float_floor(x):
        return mixed(int(x), h)
    return mixed(float_bits(x), h)


def frozenset_hash(s):
    """hash(s), as CPython has it."""
    s = set_opened(s)
    h = 0
    for at in slots_of(s):
        x = peek(at, 1)
        h ^= ((x ^ 89869747) ^ (x << 16)) * 3644798167
    h ^= (len(s) + 1) * 1927868237
    h ^= shift_right(h, 11) ^ shift_right(h, 25)
    h = h * 69069 + 907133923
    if h == -1:
        h = 590923713
    return h


def seq_hash(xs):
    """hash(tuple)"""
    total = 2870177450012600261
    for x in xs:
        total = lane(total, python_hash(x))
    total += len(xs) ^ 2870177450012600261 ^ 3527539
    if total == -1:
        return 1546275796
    return total


def seq_signature(xs):
    """What chooses the bit of a tuple in the signature of a set."""
    total = 0
    factor = FACTOR
    for x in xs:
        total += signature_word(x) * factor
        factor += STEP
    return total


def text_hash(s, h):
    """The hash of our own of a string: eight letters at a time, if all are of a byte each."""
    n = len(s)
    h = mixed(n, h)
    if most_short() != 7:
        return letters_hash(s, n, h)
    if is_short(s):
        return mixed(shift_right(address(s), 8), h) if n > 0 else h
    at = address(s) + 8
    end = at + n
    while at + 8 <= end:
        h = mixed(peek(at, 0), h)
        at += 8
    if at < end:
        h = mixed(peek(at, 0) & ((1 << (8 * (end - at))) - 1), h)
    return h


def letters_hash(s, n, h):
    """The same where letters may be any."""
    step = 8
    for i in range(n):
        if code(s, i) > 255:
            step = 1
    block = 0
    for i in range(n):
        block |= code(s, i) << (8 * (i % step))
        if (i + 1) % step == 0 or i + 1 == n:
            h = mixed(block, h)
            block = 0
    return h
