/// A drop of numbered pieces. It works like `dropkit::drop`, but a claim mints its pieces.
///
/// Each drop has its own collection: its pieces have the type `Nft<C>`, where `C` is the one-time witness of a package
/// that was published for this drop. The `Publisher` of `C` is the proof that opens the drop. Opening consumes it, so
/// no other drop can ever mint `Nft<C>`.
///
/// A function that aborts changes nothing.
module dropkit::nft_drop;

use dropkit::nonces::{Self, Nonces};
use dropkit::voucher;
use std::string::{Self, String};
use sui::clock::Clock;
use sui::display_registry::{Self, Display, DisplayCap, DisplayRegistry};
use sui::dynamic_field;
use sui::event;
use sui::package::{Self, Publisher};
use sui::transfer_policy::{Self, TransferPolicy, TransferPolicyCap};
use sui::vec_map::{Self, VecMap};

// === Errors ===
// The codes are those of `dropkit::drop`, and a claim checks them in the same order.

#[error(code = 1)]
const EPaused: vector<u8> = b"Claims of this drop are paused.";
#[error(code = 2)]
const EBadSignature: vector<u8> = b"The voucher is not signed by this drop's key for these values.";
#[error(code = 3)]
const EExpired: vector<u8> = b"The voucher has expired.";
#[error(code = 4)]
const ENonceUsed: vector<u8> = b"The voucher was paid before.";
#[error(code = 5)]
const EInsufficientVault: vector<u8> = b"The vault holds less than this amount.";
#[error(code = 6)]
const EWrongCap: vector<u8> = b"The OwnerCap is for another vault.";
#[error(code = 7)]
const EBadPublicKey: vector<u8> = b"A public key must have 32 bytes.";
#[error(code = 8)]
const EZeroAmount: vector<u8> = b"The amount must be greater than 0.";
#[error(code = 10)]
const ETooManyPieces: vector<u8> = b"A claim mints at most 250 pieces.";
#[error(code = 11)]
const ESupplyNotRaised: vector<u8> = b"The new supply must be greater than the old one.";
#[error(code = 12)]
const EWrongProof: vector<u8> = b"The Publisher is not that of the collection's type.";
#[error(code = 13)]
const EUnevenAttributes: vector<u8> = b"Each attribute must have one name and one value.";

const MAX_PIECES_PER_CLAIM: u64 = 250;

/// The one-time witness, which claims the `Publisher` of this package.
public struct NFT_DROP has drop {}

/// Holds the `Publisher` of this package, which creates the `Display` and the `TransferPolicy` of a collection. No one
/// can take it out or use it for anything else.
public struct Registrar has key {
    id: UID,
    publisher: Publisher,
}

public struct NftDrop<phantom C> has key {
    id: UID,
    /// The name of a piece is this name and its number.
    name: String,
    description: String,
    image_url: String,
    /// If set, the image URL of a piece is `image_url`, then its number, then this text.
    image_url_end: Option<String>,
    attributes: VecMap<String, String>,
    /// The maximum number of pieces.
    supply: u64,
    minted: u64,
    /// The 32 bytes of the Ed25519 key that signs vouchers.
    public_key: vector<u8>,
    used: Nonces,
    is_paused: bool,
    /// Chosen by the opener to find the drop again.
    label: vector<u8>,
}

public struct Nft<phantom C> has key, store {
    id: UID,
    drop_id: ID,
    /// From 1, in the order of minting.
    number: u64,
    name: String,
    description: String,
    image_url: String,
    attributes: VecMap<String, String>,
}

/// The looks of a piece that differ from the drop's. They are stored at the drop under the piece's number until it is
/// minted, and cannot be changed.
public struct Looks has drop, store {
    /// If none, the name is derived from the drop's.
    name: Option<String>,
    /// If none, the image URL is derived from the drop's.
    image_url: Option<String>,
    attributes: VecMap<String, String>,
}

/// The capability for one drop.
public struct OwnerCap has key, store {
    id: UID,
    drop_id: ID,
}

// === Events ===

public struct Opened<phantom C> has copy, drop {
    drop_id: ID,
    public_key: vector<u8>,
    supply: u64,
    label: vector<u8>,
}

public struct Claimed<phantom C> has copy, drop {
    drop_id: ID,
    claimer: address,
    amount: u64,
    nonce: u64,
}

public struct SupplyRaised<phantom C> has copy, drop {
    drop_id: ID,
    supply: u64,
}

public struct Paused<phantom C> has copy, drop {
    drop_id: ID,
}

public struct Resumed<phantom C> has copy, drop {
    drop_id: ID,
}

public struct KeyRotated<phantom C> has copy, drop {
    drop_id: ID,
    public_key: vector<u8>,
}

public struct Closed<phantom C> has copy, drop {
    drop_id: ID,
    /// The number of pieces that were never minted.
    returned: u64,
}

fun init(witness: NFT_DROP, ctx: &mut TxContext) {
    transfer::share_object(Registrar { id: object::new(ctx), publisher: package::claim(witness, ctx) });
}

// === Functions that require the proof of a collection ===

/// Creates the `Display` of the collection's pieces, at most one per type, and the capability to change it.
public fun new_display<C>(
    registrar: &mut Registrar,
    registry: &mut DisplayRegistry,
    proof: &Publisher,
    ctx: &mut TxContext,
): (Display<Nft<C>>, DisplayCap<Nft<C>>) {
    assert!(proof.from_module<C>(), EWrongProof);
    display_registry::new_with_publisher(registry, &mut registrar.publisher, ctx)
}

/// Creates the policy for trading the pieces in kiosks, without rules.
public fun new_policy<C>(
    registrar: &Registrar,
    proof: &Publisher,
    ctx: &mut TxContext,
): (TransferPolicy<Nft<C>>, TransferPolicyCap<Nft<C>>) {
    assert!(proof.from_module<C>(), EWrongProof);
    transfer_policy::new(&registrar.publisher, ctx)
}

/// Opens and shares the collection's drop, and consumes the proof. The supply may be 0 and be raised later. Each piece
/// gets the attributes. Returns the drop's `OwnerCap`.
public fun create<C>(
    proof: Publisher,
    name: String,
    description: String,
    image_url: String,
    image_url_end: Option<String>,
    attribute_names: vector<String>,
    attribute_values: vector<String>,
    supply: u64,
    public_key: vector<u8>,
    label: vector<u8>,
    ctx: &mut TxContext,
): OwnerCap {
    assert!(proof.from_module<C>(), EWrongProof);
    assert!(voucher::is_public_key(&public_key), EBadPublicKey);
    let attributes = attributes_of(attribute_names, attribute_values);
    proof.burn();
    let drop = NftDrop<C> {
        id: object::new(ctx),
        name,
        description,
        image_url,
        image_url_end,
        attributes,
        supply,
        minted: 0,
        public_key,
        used: nonces::new(ctx),
        is_paused: false,
        label,
    };
    let drop_id = object::id(&drop);
    event::emit(Opened<C> { drop_id, public_key, supply, label });
    transfer::share_object(drop);
    OwnerCap { id: object::new(ctx), drop_id }
}

// === Functions for anyone ===

/// Mints `amount` pieces (1 to 250) for a voucher's claimer. Anyone may submit the voucher. It is valid while the clock
/// is before `expiry_ms`.
public fun claim<C>(
    drop: &mut NftDrop<C>,
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
        transfer::public_transfer(mint(drop, ctx), claimer);
    };
    event::emit(Claimed<C> { drop_id, claimer, amount, nonce });
}

// === Functions that require the OwnerCap ===

/// Raises the maximum number of pieces to `supply`.
public fun raise_supply<C>(drop: &mut NftDrop<C>, cap: &OwnerCap, supply: u64) {
    check(drop, cap);
    assert!(supply > drop.supply, ESupplyNotRaised);
    drop.supply = supply;
    event::emit(SupplyRaised<C> { drop_id: cap.drop_id, supply });
}

/// Raises the supply to the piece with this number, and sets its looks. New pieces with lower numbers get the looks of
/// the drop.
public fun add_piece<C>(
    drop: &mut NftDrop<C>,
    cap: &OwnerCap,
    number: u64,
    name: Option<String>,
    image_url: Option<String>,
    attribute_names: vector<String>,
    attribute_values: vector<String>,
) {
    raise_supply(drop, cap, number);
    let attributes = attributes_of(attribute_names, attribute_values);
    dynamic_field::add(&mut drop.id, number, Looks { name, image_url, attributes });
}

/// Stops claims until `resume`.
public fun pause<C>(drop: &mut NftDrop<C>, cap: &OwnerCap) {
    check(drop, cap);
    drop.is_paused = true;
    event::emit(Paused<C> { drop_id: cap.drop_id });
}

public fun resume<C>(drop: &mut NftDrop<C>, cap: &OwnerCap) {
    check(drop, cap);
    drop.is_paused = false;
    event::emit(Resumed<C> { drop_id: cap.drop_id });
}

/// From now on, only vouchers signed by the new key are accepted.
public fun rotate_key<C>(drop: &mut NftDrop<C>, cap: &OwnerCap, public_key: vector<u8>) {
    check(drop, cap);
    assert!(voucher::is_public_key(&public_key), EBadPublicKey);
    drop.public_key = public_key;
    event::emit(KeyRotated<C> { drop_id: cap.drop_id, public_key });
}

/// Closes the drop. No more pieces can be minted. The looks of unminted pieces stay on the chain.
public fun close<C>(drop: NftDrop<C>, cap: OwnerCap, _ctx: &mut TxContext) {
    check(&drop, &cap);
    let OwnerCap { id: cap_id, drop_id } = cap;
    cap_id.delete();
    let NftDrop { id, supply, minted, used, .. } = drop;
    id.delete();
    used.destroy();
    event::emit(Closed<C> { drop_id, returned: supply - minted });
}

// === Getters ===

public fun supply<C>(drop: &NftDrop<C>): u64 { drop.supply }

public fun minted<C>(drop: &NftDrop<C>): u64 { drop.minted }

public fun public_key<C>(drop: &NftDrop<C>): vector<u8> { drop.public_key }

public fun is_paused<C>(drop: &NftDrop<C>): bool { drop.is_paused }

public fun label<C>(drop: &NftDrop<C>): vector<u8> { drop.label }

/// Whether the voucher with this nonce was claimed.
public fun is_used<C>(drop: &NftDrop<C>, nonce: u64): bool { drop.used.is_used(nonce) }

/// The drop to which a capability belongs.
public fun drop_id(cap: &OwnerCap): ID { cap.drop_id }

/// The number of a piece in its drop, from 1.
public fun number<C>(piece: &Nft<C>): u64 { piece.number }

/// The drop that minted a piece.
public fun drop_of<C>(piece: &Nft<C>): ID { piece.drop_id }

// === Internal functions ===

fun check<C>(drop: &NftDrop<C>, cap: &OwnerCap) {
    assert!(object::id(drop) == cap.drop_id, EWrongCap);
}

/// Creates the piece with the number `drop.minted`.
fun mint<C>(drop: &mut NftDrop<C>, ctx: &mut TxContext): Nft<C> {
    let number = drop.minted;
    let Looks { name, image_url, attributes } = if (dynamic_field::exists_with_type<u64, Looks>(&drop.id, number)) {
        dynamic_field::remove(&mut drop.id, number)
    } else {
        Looks { name: option::none(), image_url: option::none(), attributes: drop.attributes }
    };
    Nft<C> {
        id: object::new(ctx),
        drop_id: object::id(drop),
        number,
        name: if (name.is_some()) *name.borrow() else numbered(&drop.name, b" #", number),
        description: drop.description,
        image_url: if (image_url.is_some()) *image_url.borrow()
        else picture(&drop.image_url, &drop.image_url_end, number),
        attributes,
    }
}

fun attributes_of(names: vector<String>, values: vector<String>): VecMap<String, String> {
    assert!(names.length() == values.length(), EUnevenAttributes);
    let mut attributes = vec_map::empty();
    let mut i = 0;
    while (i < names.length()) {
        attributes.insert(names[i], values[i]);
        i = i + 1;
    };
    attributes
}

/// The image URL of a piece.
public(package) fun picture(start: &String, end: &Option<String>, number: u64): String {
    if (end.is_none()) return *start;
    let mut url = *numbered(start, b"", number).as_bytes();
    url.append(*end.borrow().as_bytes());
    string::utf8(url)
}

/// Returns the text, the mark and the number, joined.
fun numbered(text: &String, mark: vector<u8>, number: u64): String {
    let mut digits = vector[];
    let mut left = number;
    while (left > 0) {
        digits.push_back(48 + ((left % 10) as u8));
        left = left / 10;
    };
    let mut bytes = *text.as_bytes();
    bytes.append(mark);
    while (!digits.is_empty()) bytes.push_back(digits.pop_back());
    string::utf8(bytes)
}

#[test_only]
public fun init_for_testing(ctx: &mut TxContext) {
    init(NFT_DROP {}, ctx);
}
