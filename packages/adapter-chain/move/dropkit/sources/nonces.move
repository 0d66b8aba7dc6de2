/// Which nonces a drop has paid: one bit each, 256 to an entry, so that a claim reads and writes one small object
/// however many came before it.
module dropkit::nonces;

use sui::table::{Self, Table};

const BITS: u64 = 256;

public struct Nonces has store {
    /// Nonce `n` is bit `n % 256` of entry `n / 256`. An entry that is not there has no bit set.
    words: Table<u64, u256>,
}

public(package) fun new(ctx: &mut TxContext): Nonces {
    Nonces { words: table::new(ctx) }
}

/// Uses a nonce up. Returns whether it was free; if not, nothing changes.
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

/// The entries stay on the chain, as a record that nothing can change: to remove them a transaction would have to
/// name every one.
public(package) fun destroy(self: Nonces) {
    let Nonces { words } = self;
    words.drop();
}

fun place(nonce: u64): (u64, u256) {
    (nonce / BITS, 1u256 << ((nonce % BITS) as u8))
}
