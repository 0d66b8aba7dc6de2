/// The deposits per wallet that a vault stores, including details that only its BCS shows.
#[test_only]
module dropkit::drop_funders_tests;

use dropkit::drop::Drop;
use dropkit::fixture::{Self, PEPPER};
use std::bcs;
use sui::address;
use sui::coin::Coin;
use sui::test_scenario::{Self as scenario, Scenario};

const ANNA: address = @0xa22a;
const BERT: address = @0xbe27;
/// The number of wallets that are stored separately in addition to the operator.
const WALLETS: u64 = 31;

/// In BCS, the funders come after the drop's id, balance, deposits, public key, nonces and pause.
const FUNDERS_AT: u64 = 32 + 8 + 8 + (1 + 32) + (32 + 8) + 1;
const FUNDER_BYTES: u64 = 32 + 8;

fun fund_by(from: address, amount: u64, test: &mut Scenario) {
    test.next_tx(from);
    let mut drop = fixture::first_drop(test);
    let coins = fixture::coins(amount, test);
    drop.fund(coins, test.ctx());
    scenario::return_shared(drop);
    test.next_tx(from);
}

fun wallet(i: u64): address {
    address::from_u256(0x1000 + (i as u256))
}

/// The operator deposits 100, and each wallet 10.
fun open_with_every_place_taken(): Scenario {
    let mut test = fixture::open();
    let mut i = 0;
    while (i < WALLETS) {
        i = i + 1;
        fund_by(wallet(i), 10, &mut test);
    };
    test
}

/// The stored amount per wallet, the operator first.
fun amounts(drop: &Drop<PEPPER>): vector<u64> {
    let bytes = bcs::to_bytes(drop);
    // The number of funders is one byte, if it is less than 128.
    let count = bytes[FUNDERS_AT] as u64;
    let mut found = vector[];
    while (found.length() < count) {
        let at = FUNDERS_AT + 1 + found.length() * FUNDER_BYTES + 32;
        let mut amount = 0u64;
        let mut i = 8;
        while (i > 0) {
            i = i - 1;
            amount = (amount << 8) | (bytes[at + i] as u64);
        };
        found.push_back(amount);
    };
    found
}

fun openers_amount(test: &mut Scenario): u64 {
    let drop = fixture::first_drop(test);
    let amount = amounts(&drop)[0];
    scenario::return_shared(drop);
    test.next_tx(@0x0);
    amount
}

#[test]
fun deposits_that_have_no_place_count_as_the_openers() {
    let mut test = open_with_every_place_taken();
    assert!(openers_amount(&mut test) == 100);
    // Too small for a place.
    fund_by(ANNA, 7, &mut test);
    assert!(openers_amount(&mut test) == 107);
    // Replaces a deposit of 10.
    fund_by(BERT, 1_000, &mut test);
    assert!(openers_amount(&mut test) == 117);
    test.end();
}

#[test]
fun what_is_kept_of_all_wallets_sums_to_all_that_was_put_in() {
    let mut test = open_with_every_place_taken();
    fund_by(ANNA, 7, &mut test);
    fund_by(BERT, 1_000, &mut test);
    fund_by(wallet(5), 3, &mut test);
    fund_by(fixture::operator(), 2, &mut test);
    let drop = fixture::first_drop(&test);
    let kept = amounts(&drop);
    assert!(kept.length() == WALLETS + 1);
    let mut sum = 0;
    let mut i = 0;
    while (i < kept.length()) {
        sum = sum + kept[i];
        i = i + 1;
    };
    assert!(drop.deposited() == 100 + 31 * 10 + 7 + 1_000 + 3 + 2);
    assert!(drop.deposited() == sum);
    scenario::return_shared(drop);
    test.end();
}

#[test]
fun of_the_smallest_deposits_the_earliest_gives_way() {
    let mut test = open_with_every_place_taken();
    fund_by(ANNA, 1_000, &mut test);
    let drop = fixture::first_drop(&test);
    drop.close(fixture::cap(&test), test.ctx());
    test.next_tx(@0x0);
    assert!(fixture::balance_of(ANNA, &test) == 1_000);
    assert!(fixture::balance_of(wallet(1), &test) == 0);
    assert!(fixture::balance_of(wallet(2), &test) == 10);
    assert!(fixture::balance_of(wallet(31), &test) == 10);
    test.end();
}

#[test]
fun nobody_gets_a_coin_of_nothing_when_a_vault_is_closed() {
    let mut test = fixture::open();
    fund_by(ANNA, 1, &mut test);
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    // Anna's share of the remaining 1 is rounded down to 0.
    let taken = drop.withdraw(&cap, 100, test.ctx());
    transfer::public_transfer(taken, BERT);
    drop.close(cap, test.ctx());
    test.next_tx(@0x0);
    assert!(scenario::ids_for_address<Coin<PEPPER>>(ANNA).is_empty());
    assert!(fixture::balance_of(fixture::operator(), &test) == 1);
    test.end();
}
