module sui::coin;

use std::ascii;
use std::string::{Self, String};
use sui::balance::{Self, Balance, Supply};
use sui::types;
use sui::url::Url;

public use fun treasury_into_supply as TreasuryCap.into_supply;

const EBadWitness: u64 = 0;

public struct Coin<phantom T> has key, store {
    id: UID,
    balance: Balance<T>,
}

public struct CoinMetadata<phantom T> has key, store {
    id: UID,
    decimals: u8,
    name: String,
    symbol: ascii::String,
    description: String,
    icon_url: Option<Url>,
}

public struct TreasuryCap<phantom T> has key, store {
    id: UID,
    total_supply: Supply<T>,
}

public fun value<T>(self: &Coin<T>): u64 {
    self.balance.value()
}

public fun from_balance<T>(balance: Balance<T>, ctx: &mut TxContext): Coin<T> {
    Coin { id: object::new(ctx), balance }
}

public fun into_balance<T>(coin: Coin<T>): Balance<T> {
    let Coin { id, balance } = coin;
    id.delete();
    balance
}

public fun take<T>(balance: &mut Balance<T>, value: u64, ctx: &mut TxContext): Coin<T> {
    from_balance(balance.split(value), ctx)
}

public fun put<T>(balance: &mut Balance<T>, coin: Coin<T>) {
    balance.join(coin.into_balance());
}

public entry fun join<T>(self: &mut Coin<T>, c: Coin<T>) {
    self.balance.join(c.into_balance());
}

public fun split<T>(self: &mut Coin<T>, split_amount: u64, ctx: &mut TxContext): Coin<T> {
    take(&mut self.balance, split_amount, ctx)
}

public fun zero<T>(ctx: &mut TxContext): Coin<T> {
    from_balance(balance::zero(), ctx)
}

public fun destroy_zero<T>(c: Coin<T>) {
    c.into_balance().destroy_zero()
}

/// Only for a one-time witness: there is one treasury of a coin.
public fun create_currency<T: drop>(
    witness: T,
    decimals: u8,
    symbol: vector<u8>,
    name: vector<u8>,
    description: vector<u8>,
    icon_url: Option<Url>,
    ctx: &mut TxContext,
): (TreasuryCap<T>, CoinMetadata<T>) {
    assert!(types::is_one_time_witness(&witness), EBadWitness);
    let treasury = TreasuryCap { id: object::new(ctx), total_supply: balance::create_supply(witness) };
    let metadata = CoinMetadata {
        id: object::new(ctx),
        decimals,
        name: string::utf8(name),
        symbol: ascii::string(symbol),
        description: string::utf8(description),
        icon_url,
    };
    (treasury, metadata)
}

public fun total_supply<T>(cap: &TreasuryCap<T>): u64 {
    cap.total_supply.value()
}

public fun treasury_into_supply<T>(treasury: TreasuryCap<T>): Supply<T> {
    let TreasuryCap { id, total_supply } = treasury;
    id.delete();
    total_supply
}

public fun mint<T>(cap: &mut TreasuryCap<T>, value: u64, ctx: &mut TxContext): Coin<T> {
    from_balance(cap.total_supply.increase_supply(value), ctx)
}

public fun get_decimals<T>(metadata: &CoinMetadata<T>): u8 {
    metadata.decimals
}

public fun get_name<T>(metadata: &CoinMetadata<T>): String {
    metadata.name
}

public fun get_symbol<T>(metadata: &CoinMetadata<T>): ascii::String {
    metadata.symbol
}

public fun get_description<T>(metadata: &CoinMetadata<T>): String {
    metadata.description
}

public fun get_icon_url<T>(metadata: &CoinMetadata<T>): Option<Url> {
    metadata.icon_url
}

#[test_only]
public fun mint_for_testing<T>(value: u64, ctx: &mut TxContext): Coin<T> {
    from_balance(balance::create_for_testing(value), ctx)
}

#[test_only]
public fun burn_for_testing<T>(coin: Coin<T>): u64 {
    coin.into_balance().destroy_for_testing()
}
