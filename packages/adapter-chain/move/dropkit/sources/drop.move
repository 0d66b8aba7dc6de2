/// A vault of one coin that pays out against vouchers. Anyone may submit the claim of a voucher, and anyone may deposit
/// coins. All other functions require the vault's `OwnerCap`.
///
/// A function that aborts changes nothing.
module dropkit::drop;

use dropkit::nonces::{Self, Nonces};
use dropkit::voucher;
use sui::balance::Balance;
use sui::clock::Clock;
use sui::coin::{Self, Coin};
use sui::event;

// === Errors ===
// A code has the same meaning in each module of this package. The first five are checked in this order. Nodes and
// explorers show the names and messages.

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
#[error(code = 9)]
const EBalanceOverflow: vector<u8> = b"The sum of all deposits must fit into 64 bits.";

/// The maximum number of wallets whose deposits are stored separately. It limits the work of closing.
const MAX_FUNDERS: u64 = 32;

public struct Drop<phantom T> has key {
    id: UID,
    balance: Balance<T>,
    /// The sum of all deposits ever made.
    deposited: u64,
    /// The 32 bytes of the Ed25519 key that signs vouchers.
    public_key: vector<u8>,
    used: Nonces,
    is_paused: bool,
    /// The sum of the deposits per wallet. The first wallet is the one that opened the vault.
    funders: vector<Funder>,
    /// Chosen by the opener to find the vault again.
    label: vector<u8>,
}

public struct Funder has copy, drop, store {
    from: address,
    amount: u64,
}

/// The capability for one drop.
public struct OwnerCap has key, store {
    id: UID,
    drop_id: ID,
}

// === Events ===

public struct Opened<phantom T> has copy, drop {
    drop_id: ID,
    public_key: vector<u8>,
    deposited: u64,
    label: vector<u8>,
}

public struct Funded<phantom T> has copy, drop {
    drop_id: ID,
    from: address,
    amount: u64,
    /// The sum of all deposits ever made, including this one.
    deposited: u64,
}

public struct Claimed<phantom T> has copy, drop {
    drop_id: ID,
    claimer: address,
    amount: u64,
    nonce: u64,
}

public struct Paused<phantom T> has copy, drop {
    drop_id: ID,
}

public struct Resumed<phantom T> has copy, drop {
    drop_id: ID,
}

public struct KeyRotated<phantom T> has copy, drop {
    drop_id: ID,
    public_key: vector<u8>,
}

public struct Withdrawn<phantom T> has copy, drop {
    drop_id: ID,
    amount: u64,
}

public struct Closed<phantom T> has copy, drop {
    drop_id: ID,
    /// The remaining balance, which was paid back.
    returned: u64,
}

// === Functions for anyone ===

/// Opens and shares a vault. The deposit may be empty. Returns the vault's `OwnerCap`.
public fun create<T>(
    deposit: Coin<T>,
    public_key: vector<u8>,
    label: vector<u8>,
    ctx: &mut TxContext,
): OwnerCap {
    assert!(voucher::is_public_key(&public_key), EBadPublicKey);
    let deposited = deposit.value();
    let drop = Drop {
        id: object::new(ctx),
        balance: deposit.into_balance(),
        deposited,
        public_key,
        used: nonces::new(ctx),
        is_paused: false,
        funders: vector[Funder { from: ctx.sender(), amount: deposited }],
        label,
    };
    let drop_id = object::id(&drop);
    event::emit(Opened<T> { drop_id, public_key, deposited, label });
    transfer::share_object(drop);
    OwnerCap { id: object::new(ctx), drop_id }
}

/// Deposits coins. Closing the vault pays the rest back by shares, so the sender is stored.
public fun fund<T>(drop: &mut Drop<T>, deposit: Coin<T>, ctx: &TxContext) {
    let amount = deposit.value();
    assert!(amount > 0, EZeroAmount);
    assert!(amount <= max_u64() - drop.deposited, EBalanceOverflow);
    let from = ctx.sender();
    drop.balance.join(deposit.into_balance());
    drop.deposited = drop.deposited + amount;
    remember(&mut drop.funders, from, amount);
    event::emit(Funded<T> { drop_id: object::id(drop), from, amount, deposited: drop.deposited });
}

/// Pays a voucher to its claimer. Anyone may submit it. It is valid while the clock is before `expiry_ms`.
public fun claim<T>(
    drop: &mut Drop<T>,
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
    assert!(amount <= drop.balance.value(), EInsufficientVault);
    assert!(amount > 0, EZeroAmount);
    transfer::public_transfer(coin::take(&mut drop.balance, amount, ctx), claimer);
    event::emit(Claimed<T> { drop_id, claimer, amount, nonce });
}

// === Functions that require the OwnerCap ===

/// Stops claims until `resume`.
public fun pause<T>(drop: &mut Drop<T>, cap: &OwnerCap) {
    check(drop, cap);
    drop.is_paused = true;
    event::emit(Paused<T> { drop_id: cap.drop_id });
}

public fun resume<T>(drop: &mut Drop<T>, cap: &OwnerCap) {
    check(drop, cap);
    drop.is_paused = false;
    event::emit(Resumed<T> { drop_id: cap.drop_id });
}

/// From now on, only vouchers signed by the new key are paid.
public fun rotate_key<T>(drop: &mut Drop<T>, cap: &OwnerCap, public_key: vector<u8>) {
    check(drop, cap);
    assert!(voucher::is_public_key(&public_key), EBadPublicKey);
    drop.public_key = public_key;
    event::emit(KeyRotated<T> { drop_id: cap.drop_id, public_key });
}

/// Withdraws coins. `deposited` stays the same: a later `close` divides the balance that is left then.
public fun withdraw<T>(drop: &mut Drop<T>, cap: &OwnerCap, amount: u64, ctx: &mut TxContext): Coin<T> {
    check(drop, cap);
    assert!(amount <= drop.balance.value(), EInsufficientVault);
    assert!(amount > 0, EZeroAmount);
    event::emit(Withdrawn<T> { drop_id: cap.drop_id, amount });
    coin::take(&mut drop.balance, amount, ctx)
}

/// Closes the vault. Each wallet gets its share of the remaining balance, in proportion to its part of all deposits,
/// rounded down. The wallet that opened the vault gets the rest.
public fun close<T>(drop: Drop<T>, cap: OwnerCap, ctx: &mut TxContext) {
    check(&drop, &cap);
    let OwnerCap { id: cap_id, drop_id } = cap;
    cap_id.delete();
    let Drop { id, mut balance, deposited, used, funders, .. } = drop;
    id.delete();
    used.destroy();

    let left = balance.value();
    let mut i = 1;
    while (i < funders.length()) {
        let Funder { from, amount } = funders[i];
        pay(&mut balance, share_of(left, amount, deposited), from, ctx);
        i = i + 1;
    };
    let rest = balance.value();
    pay(&mut balance, rest, funders[0].from, ctx);
    balance.destroy_zero();
    event::emit(Closed<T> { drop_id, returned: left });
}

// === Getters ===

public fun balance<T>(drop: &Drop<T>): u64 { drop.balance.value() }

public fun deposited<T>(drop: &Drop<T>): u64 { drop.deposited }

public fun public_key<T>(drop: &Drop<T>): vector<u8> { drop.public_key }

public fun is_paused<T>(drop: &Drop<T>): bool { drop.is_paused }

public fun label<T>(drop: &Drop<T>): vector<u8> { drop.label }

/// Whether the voucher with this nonce was paid.
public fun is_used<T>(drop: &Drop<T>, nonce: u64): bool { drop.used.is_used(nonce) }

/// The drop to which a capability belongs.
public fun drop_id(cap: &OwnerCap): ID { cap.drop_id }

// === Internal functions ===

fun check<T>(drop: &Drop<T>, cap: &OwnerCap) {
    assert!(object::id(drop) == cap.drop_id, EWrongCap);
}

fun pay<T>(balance: &mut Balance<T>, amount: u64, to: address, ctx: &mut TxContext) {
    if (amount > 0) transfer::public_transfer(coin::take(balance, amount, ctx), to);
}

/// Adds a deposit to those of its wallet. If all places are taken, a larger deposit replaces the smallest one, which is
/// then counted as the opener's. So replacing the deposit of another wallet costs more than it gains.
fun remember(funders: &mut vector<Funder>, from: address, amount: u64) {
    let mut smallest = 1;
    let mut i = 0;
    while (i < funders.length()) {
        if (funders[i].from == from) {
            let funder = &mut funders[i];
            funder.amount = funder.amount + amount;
            return
        };
        if (i > 1 && funders[i].amount < funders[smallest].amount) smallest = i;
        i = i + 1;
    };
    if (funders.length() < MAX_FUNDERS) {
        funders.push_back(Funder { from, amount });
        return
    };
    let mut given_up = amount;
    let funder = &mut funders[smallest];
    if (funder.amount < amount) {
        given_up = funder.amount;
        *funder = Funder { from, amount };
    };
    let opener = &mut funders[0];
    opener.amount = opener.amount + given_up;
}

fun share_of(left: u64, amount: u64, deposited: u64): u64 {
    // Never more than `left`, because a wallet's deposits are part of all deposits.
    ((left as u128) * (amount as u128) / (deposited as u128)) as u64
}

fun max_u64(): u64 { 0xffff_ffff_ffff_ffff }
