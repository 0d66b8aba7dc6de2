/// A voucher with its signature, for tests.
#[test_only]
module dropkit::signed;

use dropkit::drop::{Self, Drop};
use dropkit::nft_drop::{Self, NftDrop};
use sui::clock::Clock;

public struct Signed has copy, drop {
    claimer: address,
    amount: u64,
    nonce: u64,
    expiry_ms: u64,
    signature: vector<u8>,
}

public fun new(claimer: address, amount: u64, nonce: u64, expiry_ms: u64, signature: vector<u8>): Signed {
    Signed { claimer, amount, nonce, expiry_ms, signature }
}

public fun claimer(self: &Signed): address { self.claimer }

public fun amount(self: &Signed): u64 { self.amount }

public fun nonce(self: &Signed): u64 { self.nonce }

// === Copies with one field changed ===

public fun with_claimer(mut self: Signed, claimer: address): Signed {
    self.claimer = claimer;
    self
}

public fun with_amount(mut self: Signed, amount: u64): Signed {
    self.amount = amount;
    self
}

public fun with_nonce(mut self: Signed, nonce: u64): Signed {
    self.nonce = nonce;
    self
}

public fun with_expiry(mut self: Signed, expiry_ms: u64): Signed {
    self.expiry_ms = expiry_ms;
    self
}

public fun with_signature(mut self: Signed, signature: vector<u8>): Signed {
    self.signature = signature;
    self
}

// === Claiming ===

public fun claim<T>(self: Signed, drop: &mut Drop<T>, clock: &Clock, ctx: &mut TxContext) {
    let Signed { claimer, amount, nonce, expiry_ms, signature } = self;
    drop::claim(drop, claimer, amount, nonce, expiry_ms, signature, clock, ctx)
}

public fun claim_pieces<C>(self: Signed, drop: &mut NftDrop<C>, clock: &Clock, ctx: &mut TxContext) {
    let Signed { claimer, amount, nonce, expiry_ms, signature } = self;
    nft_drop::claim(drop, claimer, amount, nonce, expiry_ms, signature, clock, ctx)
}
