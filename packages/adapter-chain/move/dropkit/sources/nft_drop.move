/// A drop of numbered pieces: like `dropkit::drop`, but what a voucher is for is minted when it is claimed.
///
/// What aborts leaves everything as it was.
module dropkit::nft_drop;

use dropkit::nonces::{Self, Nonces};
use dropkit::voucher;
use std::string::String;
use sui::clock::Clock;
use sui::event;
use sui::package;

// === Why a transaction aborts ===
// The codes are those of `dropkit::drop`, and the claim's are checked in that order.

const EPaused: u64 = 1;
const EBadSignature: u64 = 2;
const EExpired: u64 = 3;
const ENonceUsed: u64 = 4;
/// Fewer pieces are left.
const EInsufficientVault: u64 = 5;
const EWrongCap: u64 = 6;
const EBadPublicKey: u64 = 7;
const EZeroAmount: u64 = 8;
/// More pieces than are minted in one claim.
const ETooManyPieces: u64 = 10;
/// A supply is only ever raised.
const ESupplyNotRaised: u64 = 11;

const MAX_PIECES_PER_CLAIM: u64 = 250;

/// Claims the proof of publication.
public struct NFT_DROP has drop {}

public struct NftDrop has key {
    id: UID,
    /// Of every piece; wallets show the piece's number after it.
    name: String,
    description: String,
    image_url: String,
    /// How many pieces there will be at most.
    supply: u64,
    minted: u64,
    /// The 32 bytes of the Ed25519 key by which vouchers are checked.
    public_key: vector<u8>,
    used: Nonces,
    is_paused: bool,
    /// Whatever the opener wants to find the drop again by.
    label: vector<u8>,
}

public struct Nft has key, store {
    id: UID,
    drop_id: ID,
    /// From 1, in the order of minting.
    number: u64,
    name: String,
    description: String,
    image_url: String,
}

/// The rights over one drop.
public struct OwnerCap has key, store {
    id: UID,
    drop_id: ID,
}

// === What happened ===

public struct Opened has copy, drop {
    drop_id: ID,
    public_key: vector<u8>,
    supply: u64,
    label: vector<u8>,
}

public struct Claimed has copy, drop {
    drop_id: ID,
    claimer: address,
    amount: u64,
    nonce: u64,
}

public struct SupplyRaised has copy, drop {
    drop_id: ID,
    supply: u64,
}

public struct Paused has copy, drop {
    drop_id: ID,
}

public struct Resumed has copy, drop {
    drop_id: ID,
}

public struct KeyRotated has copy, drop {
    drop_id: ID,
    public_key: vector<u8>,
}

public struct Closed has copy, drop {
    drop_id: ID,
    /// How many pieces were never minted.
    returned: u64,
}

/// Gives the publisher the right to create the `Display` of pieces in the display registry.
fun init(witness: NFT_DROP, ctx: &mut TxContext) {
    transfer::public_transfer(package::claim(witness, ctx), ctx.sender());
}

// === For everybody ===

/// Opens a drop and shares it. The supply may be 0, to be raised later. Returns the rights over it.
public fun create(
    name: String,
    description: String,
    image_url: String,
    supply: u64,
    public_key: vector<u8>,
    label: vector<u8>,
    ctx: &mut TxContext,
): OwnerCap {
    assert!(voucher::is_public_key(&public_key), EBadPublicKey);
    let drop = NftDrop {
        id: object::new(ctx),
        name,
        description,
        image_url,
        supply,
        minted: 0,
        public_key,
        used: nonces::new(ctx),
        is_paused: false,
        label,
    };
    let drop_id = object::id(&drop);
    event::emit(Opened { drop_id, public_key, supply, label });
    transfer::share_object(drop);
    OwnerCap { id: object::new(ctx), drop_id }
}

/// Mints `amount` pieces (1 to 250) for a voucher's claimer, whoever submits it. It is good while the clock is before
/// `expiry_ms`.
public fun claim(
    drop: &mut NftDrop,
    claimer: address,
    amount: u64,
    nonce: u64,
    expiry_ms: u64,
    signature: vector<u8>,
    clock: &Clock,
    ctx: &mut TxContext,
) {
    let drop_id = object::id(drop);
    assert!(!drop.is_paused, EPaused);
    assert!(
        voucher::verify(
            &drop.public_key,
            drop_id.to_address(),
            claimer,
            amount,
            nonce,
            expiry_ms,
            &signature,
        ),
        EBadSignature,
    );
    assert!(clock.timestamp_ms() < expiry_ms, EExpired);
    assert!(drop.used.use_nonce(nonce), ENonceUsed);
    assert!(amount <= drop.supply - drop.minted, EInsufficientVault);
    assert!(amount > 0, EZeroAmount);
    assert!(amount <= MAX_PIECES_PER_CLAIM, ETooManyPieces);

    let last = drop.minted + amount;
    while (drop.minted < last) {
        drop.minted = drop.minted + 1;
        let piece = Nft {
            id: object::new(ctx),
            drop_id,
            number: drop.minted,
            name: drop.name,
            description: drop.description,
            image_url: drop.image_url,
        };
        transfer::public_transfer(piece, claimer);
    };
    event::emit(Claimed { drop_id, claimer, amount, nonce });
}

// === For who has the capability ===

/// Allows more pieces: `supply` in all.
public fun raise_supply(drop: &mut NftDrop, cap: &OwnerCap, supply: u64) {
    check(drop, cap);
    assert!(supply > drop.supply, ESupplyNotRaised);
    drop.supply = supply;
    event::emit(SupplyRaised { drop_id: cap.drop_id, supply });
}

/// Stops claims until `resume`.
public fun pause(drop: &mut NftDrop, cap: &OwnerCap) {
    check(drop, cap);
    drop.is_paused = true;
    event::emit(Paused { drop_id: cap.drop_id });
}

public fun resume(drop: &mut NftDrop, cap: &OwnerCap) {
    check(drop, cap);
    drop.is_paused = false;
    event::emit(Resumed { drop_id: cap.drop_id });
}

/// From now on only vouchers signed by the new key are honoured.
public fun rotate_key(drop: &mut NftDrop, cap: &OwnerCap, public_key: vector<u8>) {
    check(drop, cap);
    assert!(voucher::is_public_key(&public_key), EBadPublicKey);
    drop.public_key = public_key;
    event::emit(KeyRotated { drop_id: cap.drop_id, public_key });
}

/// Ends the drop. What was not minted never will be.
public fun close(drop: NftDrop, cap: OwnerCap, _ctx: &mut TxContext) {
    check(&drop, &cap);
    let OwnerCap { id: cap_id, drop_id } = cap;
    cap_id.delete();
    let NftDrop { id, supply, minted, used, .. } = drop;
    id.delete();
    used.destroy();
    event::emit(Closed { drop_id, returned: supply - minted });
}

// === What it is like now ===

public fun supply(drop: &NftDrop): u64 { drop.supply }

public fun minted(drop: &NftDrop): u64 { drop.minted }

public fun public_key(drop: &NftDrop): vector<u8> { drop.public_key }

public fun is_paused(drop: &NftDrop): bool { drop.is_paused }

public fun label(drop: &NftDrop): vector<u8> { drop.label }

/// Whether the voucher with this nonce was honoured.
public fun is_used(drop: &NftDrop, nonce: u64): bool { drop.used.is_used(nonce) }

/// The drop over which a capability gives rights.
public fun drop_id(cap: &OwnerCap): ID { cap.drop_id }

/// A piece's place in its drop, from 1.
public fun number(piece: &Nft): u64 { piece.number }

/// The drop that a piece comes from.
public fun drop_of(piece: &Nft): ID { piece.drop_id }

// === Inside ===

fun check(drop: &NftDrop, cap: &OwnerCap) {
    assert!(object::id(drop) == cap.drop_id, EWrongCap);
}

#[test_only]
public fun init_for_testing(ctx: &mut TxContext) {
    init(NFT_DROP {}, ctx);
}
