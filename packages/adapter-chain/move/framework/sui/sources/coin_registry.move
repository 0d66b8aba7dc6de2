module sui::coin_registry;

use std::string::String;
use std::type_name::TypeName;
use sui::balance::Supply;
use sui::coin::{Self, TreasuryCap};
use sui::types;
use sui::vec_map::{Self, VecMap};

public use fun make_supply_fixed_init as CurrencyInitializer.make_supply_fixed;

#[error(code = 6)]
const EInvalidSymbol: vector<u8> = b"A symbol must be printable ASCII.";
#[error(code = 9)]
const EEmptySupply: vector<u8> = b"Some of the coin must be minted first.";
#[error(code = 11)]
const EInvariantViolation: vector<u8> = b"The supply was decided before.";
#[error(code = 13)]
const ENotOneTimeWitness: vector<u8> = b"A one-time witness is needed.";

/// The registry, which owns a currency until `finalize_registration` is called. That function is not declared here.
const REGISTRY: address = @0xc;

public struct ExtraField(TypeName, vector<u8>) has store;

public struct MetadataCap<phantom T> has key, store { id: UID }

public struct Currency<phantom T> has key {
    id: UID,
    decimals: u8,
    name: String,
    symbol: String,
    description: String,
    icon_url: String,
    supply: Option<SupplyState<T>>,
    regulated: RegulatedState,
    treasury_cap_id: Option<ID>,
    metadata_cap_id: MetadataCapState,
    extra_fields: VecMap<String, ExtraField>,
}

public enum SupplyState<phantom T> has store {
    Fixed(Supply<T>),
    BurnOnly(Supply<T>),
    Unknown,
}

public enum RegulatedState has copy, drop, store {
    Regulated { cap: ID, allow_global_pause: Option<bool>, variant: u8 },
    Unregulated,
    Unknown,
}

public enum MetadataCapState has copy, drop, store {
    Claimed(ID),
    Unclaimed,
    Deleted,
}

/// On the chain, a currency holds a `Bag` of further fields, which takes one more object id.
public struct CurrencyInitializer<phantom T> {
    currency: Currency<T>,
    extra_fields: UID,
    is_otw: bool,
}

public fun new_currency_with_otw<T: drop>(
    otw: T,
    decimals: u8,
    symbol: String,
    name: String,
    description: String,
    icon_url: String,
    ctx: &mut TxContext,
): (CurrencyInitializer<T>, TreasuryCap<T>) {
    assert!(types::is_one_time_witness(&otw), ENotOneTimeWitness);
    assert!(is_ascii_printable(&symbol), EInvalidSymbol);
    let treasury = coin::new_treasury_cap(ctx);
    let currency = Currency<T> {
        id: object::new(ctx),
        decimals,
        name,
        symbol,
        description,
        icon_url,
        supply: option::some(SupplyState::Unknown),
        regulated: RegulatedState::Unregulated,
        treasury_cap_id: option::some(object::id(&treasury)),
        metadata_cap_id: MetadataCapState::Unclaimed,
        extra_fields: vec_map::empty(),
    };
    (CurrencyInitializer { currency, extra_fields: object::new(ctx), is_otw: true }, treasury)
}

public fun make_supply_fixed_init<T>(init: &mut CurrencyInitializer<T>, cap: TreasuryCap<T>) {
    assert!(cap.total_supply() > 0, EEmptySupply);
    let before = init.currency.supply.swap(SupplyState::Fixed(cap.into_supply()));
    match (before) {
        SupplyState::Fixed(_supply) | SupplyState::BurnOnly(_supply) => abort EInvariantViolation,
        SupplyState::Unknown => (),
    };
}

public fun finalize_and_delete_metadata_cap<T>(builder: CurrencyInitializer<T>, ctx: &mut TxContext) {
    let CurrencyInitializer { mut currency, extra_fields, is_otw: _ } = builder;
    extra_fields.delete();
    let cap = object::new(ctx);
    cap.delete();
    currency.metadata_cap_id = MetadataCapState::Deleted;
    transfer::transfer(currency, REGISTRY);
}

fun is_ascii_printable(text: &String): bool {
    let bytes = text.as_bytes();
    let mut i = 0;
    while (i < bytes.length()) {
        if (bytes[i] < 0x20 || bytes[i] > 0x7e) return false;
        i = i + 1;
    };
    true
}

public fun decimals<T>(currency: &Currency<T>): u8 { currency.decimals }

public fun name<T>(currency: &Currency<T>): String { currency.name }

public fun symbol<T>(currency: &Currency<T>): String { currency.symbol }

public fun description<T>(currency: &Currency<T>): String { currency.description }

public fun icon_url<T>(currency: &Currency<T>): String { currency.icon_url }

public fun is_metadata_cap_deleted<T>(currency: &Currency<T>): bool {
    match (currency.metadata_cap_id) {
        MetadataCapState::Deleted => true,
        _ => false,
    }
}

public fun is_supply_fixed<T>(currency: &Currency<T>): bool {
    match (currency.supply.borrow()) {
        SupplyState::Fixed(_) => true,
        _ => false,
    }
}

public fun total_supply<T>(currency: &Currency<T>): Option<u64> {
    match (currency.supply.borrow()) {
        SupplyState::Fixed(supply) | SupplyState::BurnOnly(supply) => option::some(supply.value()),
        SupplyState::Unknown => option::none(),
    }
}
