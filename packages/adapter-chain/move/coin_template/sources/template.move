/// A coin with a fixed supply, all of which is minted when it is published.
///
/// This template is compiled once. For each token, its names and values are patched in the compiled module
/// (`src/sui/coin-template.ts`), so that publishing needs no compiler, and anyone can check whether a published
/// module was made from this template. The patched values are constants, found by their type and value:
/// - Each text ends in its own letter, which `init` removes. Two texts of a token may be equal (for example, a name
///   and a symbol, or two empty texts), and the chain refuses a module with two equal constants.
/// - Each other constant has its own type, for the same reason.
module coin_template::template;

use std::string;
use sui::coin::TreasuryCap;
use sui::coin_registry;
use sui::event;

/// The one-time witness, and the type of the coin.
public struct TEMPLATE has drop {}

/// States the Dropkit token for which this coin was published, and the amounts that were minted.
public struct Deployed has copy, drop {
    token_id: vector<u8>,
    operator: address,
    for_drops: u64,
    owner: address,
    for_owner: u64,
}

const SYMBOL: vector<u8> = b"SYMBOL OF THE COINs";
const NAME: vector<u8> = b"Name of the coinn";
const DESCRIPTION: vector<u8> = b"Description of the coind";
const ICON_URL: vector<u8> = b"Icon of the coini";
const TOKEN_ID: vector<u8> = b"Dropkit's id of the tokent";
const DECIMALS: u8 = 251;
/// The amount minted to the operator, who fills vaults from it.
const FOR_DROPS: u64 = 1_000_000_000_000_000_003;
/// The amount minted to the publisher. It fits into a u64.
const FOR_OWNER: u128 = 2_000_000_000_000_000_005;
const OPERATOR: address = @0xd20b417c0de0000000000000000000000000000000000000000000000000face;

fun init(witness: TEMPLATE, ctx: &mut TxContext) {
    let (mut currency, mut treasury) = coin_registry::new_currency_with_otw(
        witness,
        DECIMALS,
        string::utf8(untagged(SYMBOL)),
        string::utf8(untagged(NAME)),
        string::utf8(untagged(DESCRIPTION)),
        string::utf8(untagged(ICON_URL)),
        ctx,
    );
    let owner = ctx.sender();
    let for_owner = FOR_OWNER as u64;
    mint(&mut treasury, FOR_DROPS, OPERATOR, ctx);
    mint(&mut treasury, for_owner, owner, ctx);
    event::emit(Deployed {
        token_id: untagged(TOKEN_ID),
        operator: OPERATOR,
        for_drops: FOR_DROPS,
        owner,
        for_owner,
    });
    // From here on, no one can mint, burn or rename the coin.
    currency.make_supply_fixed(treasury);
    currency.finalize_and_delete_metadata_cap(ctx);
}

fun mint(treasury: &mut TreasuryCap<TEMPLATE>, amount: u64, recipient: address, ctx: &mut TxContext) {
    if (amount > 0) transfer::public_transfer(treasury.mint(amount, ctx), recipient);
}

fun untagged(mut text: vector<u8>): vector<u8> {
    text.pop_back();
    text
}

#[test_only]
public fun init_for_testing(ctx: &mut TxContext) {
    init(TEMPLATE {}, ctx);
}
