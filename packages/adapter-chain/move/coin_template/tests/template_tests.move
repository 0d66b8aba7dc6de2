/// Tests of publishing with the template's own values. `test/move/coin-template-in-the-vm.test.ts` runs the same tests
/// with a token's values in their place, so they must work with any values.
#[test_only]
module coin_template::template_tests;

use coin_template::template::{Self, Deployed, TEMPLATE};
use std::bcs;
use sui::coin::{Coin, TreasuryCap};
use sui::coin_registry::{Currency, MetadataCap};
use sui::event;
use sui::test_scenario::{Self, Scenario};

const SYMBOL: vector<u8> = b"SYMBOL OF THE COIN";
const NAME: vector<u8> = b"Name of the coin";
const DESCRIPTION: vector<u8> = b"Description of the coin";
const ICON_URL: vector<u8> = b"Icon of the coin";
const TOKEN_ID: vector<u8> = b"Dropkit's id of the token";
const DECIMALS: u8 = 251;
const FOR_DROPS: u64 = 1_000_000_000_000_000_003;
const FOR_OWNER: u64 = 2_000_000_000_000_000_005;
const OPERATOR: address = @0xd20b417c0de0000000000000000000000000000000000000000000000000face;

const OWNER: address = @0xa11ce;
/// The registry, which owns a currency until it is registered.
const REGISTRY: address = @0xc;

/// The BCS layout of the event.
public struct Expected has drop {
    token_id: vector<u8>,
    operator: address,
    for_drops: u64,
    owner: address,
    for_owner: u64,
}

#[test]
fun the_operator_gets_what_is_for_drops_and_the_publisher_the_rest() {
    let scenario = published();
    assert!(take_all(&scenario, OPERATOR) == FOR_DROPS);
    assert!(take_all(&scenario, OWNER) == FOR_OWNER);
    scenario.end();
}

#[test]
fun nobody_can_mint_or_burn() {
    let scenario = published();
    assert!(!exists<TreasuryCap<TEMPLATE>>());
    let currency = scenario.take_from_address<Currency<TEMPLATE>>(REGISTRY);
    assert!(currency.is_supply_fixed());
    assert!(currency.total_supply() == option::some(FOR_DROPS + FOR_OWNER));
    test_scenario::return_to_address(REGISTRY, currency);
    scenario.end();
}

#[test]
fun the_coin_is_called_as_the_token_and_nobody_can_rename_it() {
    let scenario = published();
    assert!(!exists<MetadataCap<TEMPLATE>>());
    let currency = scenario.take_from_address<Currency<TEMPLATE>>(REGISTRY);
    assert!(currency.is_metadata_cap_deleted());
    assert!(currency.decimals() == DECIMALS);
    assert!(currency.symbol().into_bytes() == SYMBOL);
    assert!(currency.name().into_bytes() == NAME);
    assert!(currency.description().into_bytes() == DESCRIPTION);
    assert!(currency.icon_url().into_bytes() == ICON_URL);
    test_scenario::return_to_address(REGISTRY, currency);
    scenario.end();
}

#[test]
fun the_deployment_says_which_token_it_is_of() {
    let mut scenario = test_scenario::begin(OWNER);
    template::init_for_testing(scenario.ctx());
    let events = event::events_by_type<Deployed>();

    let expected = Expected {
        token_id: TOKEN_ID,
        operator: OPERATOR,
        for_drops: FOR_DROPS,
        owner: OWNER,
        for_owner: FOR_OWNER,
    };
    assert!(events.length() == 1);
    assert!(bcs::to_bytes(&events[0]) == bcs::to_bytes(&expected));
    scenario.end();
}

/// Whether such an object exists that is shared, immutable, or owned by an address of these tests.
fun exists<T: key>(): bool {
    test_scenario::has_most_recent_immutable<T>()
        || test_scenario::has_most_recent_shared<T>()
        || test_scenario::has_most_recent_for_address<T>(OWNER)
        || test_scenario::has_most_recent_for_address<T>(OPERATOR)
        || test_scenario::has_most_recent_for_address<T>(REGISTRY)
        || test_scenario::has_most_recent_for_address<T>(@0x0)
}

fun published(): Scenario {
    let mut scenario = test_scenario::begin(OWNER);
    template::init_for_testing(scenario.ctx());
    scenario.next_tx(OWNER);
    scenario
}

/// Burns the coin of an address and returns its value; 0 if there is none. A coin must not be empty.
fun take_all(scenario: &Scenario, owner: address): u64 {
    if (!test_scenario::has_most_recent_for_address<Coin<TEMPLATE>>(owner)) return 0;
    let coin = scenario.take_from_address<Coin<TEMPLATE>>(owner);
    let value = coin.burn_for_testing();
    assert!(value > 0);
    assert!(!test_scenario::has_most_recent_for_address<Coin<TEMPLATE>>(owner));
    value
}
