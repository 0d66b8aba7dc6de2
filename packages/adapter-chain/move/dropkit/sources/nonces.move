/// The nonces that a drop has paid: one bit each, 256 per entry, so that a claim reads and writes one small object
/// however many claims came before it.
module dropkit::nonces;

use sui::table::{Self, Table};

const BITS: u64 = 256;

public struct Nonces has store {
    /// Nonce `n` is bit `n % 256` of entry `n / 256`. If an entry does not exist, none of its bits is set.
    words: Table<u64, u256>,
}

public(package) fun new(ctx: &mut TxContext): Nonces {
    Nonces { words: table::new(ctx) }
}

/// Marks a nonce as used. Returns whether it was unused; if it was used, nothing changes.
public(package) fun use_nonce(self: &mut Nonces, nonce: u64): bool {
    let (word, bit) = place(nonce);
    if (!self.words.contains(word)) {
        self.words.add(word, bit);
        return true
    };
    let bits = &mut self.words[word];
    if (*bits & bit != 0) return false;
    *bits = *bits | bit;
    true
}

public fun is_used(self: &Nonces, nonce: u64): bool {
    let (word, bit) = place(nonce);
    self.words.contains(word) && self.words[word] & bit != 0
}

/// The entries stay on the chain as an immutable record, because a transaction would have to name each entry to
/// remove them.
public(package) fun destroy(self: Nonces) {
    let Nonces { words } = self;
    words.drop();
}

fun place(nonce: u64): (u64, u256) {
    (nonce / BITS, 1u256 << ((nonce % BITS) as u8))
}
