/// Opening, filling and closing a vault.
#[test_only]
module dropkit::drop_deposits_tests;

use dropkit::drop::{Self, Closed, Drop, Funded, Opened, OwnerCap};
use dropkit::fixture::{Self, PEPPER};
use dropkit::signed_vouchers as vouchers;
use sui::address;
use sui::test_scenario::{Self as scenario, Scenario};

public struct ExpectedOpening has drop {
    drop_id: address,
    public_key: vector<u8>,
    deposited: u64,
    label: vector<u8>,
}

public struct ExpectedFunding has drop { drop_id: address, from: address, amount: u64, deposited: u64 }

public struct ExpectedClosing has drop { drop_id: address, returned: u64 }

const MAX_U64: u64 = 0xffff_ffff_ffff_ffff;
const ANNA: address = @0xa22a;
const BERT: address = @0xbe27;

fun fund_by(from: address, amount: u64, test: &mut Scenario) {
    test.next_tx(from);
    let mut drop = fixture::first_drop(test);
    let coins = fixture::coins(amount, test);
    drop.fund(coins, test.ctx());
    scenario::return_shared(drop);
    test.next_tx(from);
}

/// Closes the first drop with the operator's capability, and starts the next transaction.
fun close(test: &mut Scenario) {
    let drop = fixture::first_drop(test);
    let cap = fixture::cap(test);
    drop.close(cap, test.ctx());
    test.next_tx(@0x0);
}

// === Opening ===

#[test]
fun a_new_vault_says_what_is_in_it() {
    let mut test = scenario::begin(ANNA);
    let coins = fixture::coins(12, &mut test);
    let cap = drop::create(coins, vouchers::key(), b"drop_1", test.ctx());
    fixture::expect_event<Opened<PEPPER>, _>(ExpectedOpening {
        drop_id: cap.drop_id().to_address(),
        public_key: vouchers::key(),
        deposited: 12,
        label: b"drop_1",
    });
    test.next_tx(ANNA);
    let drop: Drop<PEPPER> = test.take_shared();
    assert!(object::id(&drop) == cap.drop_id());
    assert!(drop.balance() == 12);
    assert!(drop.deposited() == 12);
    assert!(drop.public_key() == vouchers::key());
    assert!(drop.label() == b"drop_1");
    assert!(!drop.is_paused());
    assert!(!drop.is_used(0));
    scenario::return_shared(drop);
    transfer::public_transfer(cap, ANNA);
    test.end();
}

#[test]
fun a_vault_may_be_opened_empty_and_filled_later() {
    let mut test = scenario::begin(ANNA);
    let coins = fixture::coins(0, &mut test);
    let cap = drop::create(coins, vouchers::key(), b"", test.ctx());
    test.next_tx(BERT);
    let mut drop: Drop<PEPPER> = test.take_shared();
    assert!(drop.balance() == 0);
    let coins = fixture::coins(9, &mut test);
    drop.fund(coins, test.ctx());
    assert!(drop.balance() == 9);
    drop.close(cap, test.ctx());
    test.next_tx(@0x0);
    assert!(fixture::balance_of(BERT, &test) == 9);
    assert!(fixture::balance_of(ANNA, &test) == 0);
    test.end();
}

#[test, expected_failure(abort_code = drop::EBadPublicKey)]
fun a_vault_is_not_opened_with_a_key_of_31_bytes() {
    let mut test = scenario::begin(ANNA);
    let mut short = vouchers::key();
    short.pop_back();
    let coins = fixture::coins(1, &mut test);
    let _cap = drop::create(coins, short, b"", test.ctx());
    abort
}

// === Filling ===

#[test]
fun anyone_puts_coins_in() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let coins = fixture::coins(11, &mut test);
    drop.fund(coins, test.ctx());
    assert!(drop.balance() == 111);
    assert!(drop.deposited() == 111);
    fixture::expect_event<Funded<PEPPER>, _>(ExpectedFunding {
        drop_id: vouchers::drop_id(),
        from: fixture::stranger(),
        amount: 11,
        deposited: 111,
    });
    scenario::return_shared(drop);
    test.end();
}

#[test, expected_failure(abort_code = drop::EZeroAmount)]
fun nothing_is_not_put_in() {
    let mut test = fixture::open();
    fund_by(ANNA, 0, &mut test);
    abort
}

#[test]
fun a_vault_is_given_as_much_as_64_bits_hold() {
    let mut test = fixture::open();
    fund_by(ANNA, MAX_U64 - 100, &mut test);
    let drop = fixture::first_drop(&test);
    assert!(drop.balance() == MAX_U64);
    scenario::return_shared(drop);
    test.end();
}

#[test, expected_failure(abort_code = drop::EBalanceOverflow)]
fun a_vault_is_not_given_more_than_64_bits_hold() {
    let mut test = fixture::open();
    fund_by(ANNA, MAX_U64 - 99, &mut test);
    abort
}

#[test, expected_failure(abort_code = drop::EBalanceOverflow)]
fun what_was_paid_out_still_counts_as_given() {
    let mut test = fixture::open();
    fixture::claim(vouchers::whole(), &mut test);
    fund_by(ANNA, MAX_U64 - 99, &mut test);
    abort
}

// === Closing ===

#[test]
fun what_is_left_goes_back_by_shares() {
    let mut test = fixture::open();
    fund_by(ANNA, 60, &mut test);
    fund_by(BERT, 30, &mut test);
    fund_by(ANNA, 10, &mut test);
    fixture::claim(vouchers::whole(), &mut test);
    close(&mut test);
    // 100 of 200 are left.
    assert!(fixture::balance_of(ANNA, &test) == 35);
    assert!(fixture::balance_of(BERT, &test) == 15);
    assert!(fixture::balance_of(fixture::operator(), &test) == 50);
    test.end();
}

#[test]
fun shares_are_rounded_down_and_the_opener_gets_the_rest() {
    let mut test = fixture::open();
    fund_by(ANNA, 1, &mut test);
    fund_by(BERT, 99, &mut test);
    fixture::claim(vouchers::first(), &mut test);
    close(&mut test);
    // 197 of 200 are left: 0.985, 97.515 and the rest.
    assert!(fixture::balance_of(ANNA, &test) == 0);
    assert!(fixture::balance_of(BERT, &test) == 97);
    assert!(fixture::balance_of(fixture::operator(), &test) == 100);
    test.end();
}

#[test]
fun shares_of_the_largest_amounts_are_exact() {
    let mut test = fixture::open();
    fund_by(ANNA, MAX_U64 - 101, &mut test);
    fund_by(BERT, 1, &mut test);
    close(&mut test);
    assert!(fixture::balance_of(ANNA, &test) == MAX_U64 - 101);
    assert!(fixture::balance_of(BERT, &test) == 1);
    assert!(fixture::balance_of(fixture::operator(), &test) == 100);
    test.end();
}

#[test]
fun what_was_taken_out_is_nobodys_share_any_more() {
    let mut test = fixture::open();
    fund_by(ANNA, 100, &mut test);
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let taken = drop.withdraw(&cap, 100, test.ctx());
    transfer::public_transfer(taken, BERT);
    drop.close(cap, test.ctx());
    test.next_tx(@0x0);
    assert!(fixture::balance_of(ANNA, &test) == 50);
    assert!(fixture::balance_of(fixture::operator(), &test) == 50);
    test.end();
}

#[test]
fun a_closed_vault_is_gone_with_its_capability() {
    let mut test = fixture::open();
    let drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let cap_id = object::id(&cap);
    drop.close(cap, test.ctx());
    fixture::expect_event<Closed<PEPPER>, _>(ExpectedClosing {
        drop_id: vouchers::drop_id(),
        returned: 100,
    });
    let effects = test.next_tx(@0x0);
    let deleted = effects.deleted();
    assert!(has(&deleted, object::id_from_address(vouchers::drop_id())));
    assert!(has(&deleted, cap_id));
    // The other drop is untouched.
    assert!(scenario::ids_for_address<OwnerCap>(fixture::operator()).length() == 1);
    let other = fixture::other_drop(&test);
    assert!(other.balance() == 7);
    scenario::return_shared(other);
    test.end();
}

#[test]
fun an_empty_vault_is_closed_and_pays_nobody() {
    let mut test = fixture::open();
    fund_by(ANNA, 1, &mut test);
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let taken = drop.withdraw(&cap, 101, test.ctx());
    transfer::public_transfer(taken, BERT);
    drop.close(cap, test.ctx());
    fixture::expect_event<Closed<PEPPER>, _>(ExpectedClosing { drop_id: vouchers::drop_id(), returned: 0 });
    test.next_tx(@0x0);
    assert!(fixture::balance_of(ANNA, &test) == 0);
    assert!(fixture::balance_of(fixture::operator(), &test) == 0);
    test.end();
}

#[test]
fun a_vault_opened_empty_that_nobody_filled_is_closed() {
    let mut test = scenario::begin(ANNA);
    let coins = fixture::coins(0, &mut test);
    let cap = drop::create(coins, vouchers::key(), b"", test.ctx());
    test.next_tx(ANNA);
    let drop: Drop<PEPPER> = test.take_shared();
    drop.close(cap, test.ctx());
    test.end();
}

#[test]
fun a_paused_vault_is_closed() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.pause(&cap);
    drop.close(cap, test.ctx());
    test.next_tx(@0x0);
    assert!(fixture::balance_of(fixture::operator(), &test) == 100);
    test.end();
}

#[test, expected_failure(abort_code = drop::EWrongCap)]
fun closing_wants_this_drops_capability() {
    let mut test = fixture::open();
    let drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.close(cap, test.ctx());
    abort
}

// === Many wallets ===

const WALLETS: u64 = 31;

/// 31 wallets deposit 10 each. Their addresses start at 0x1001.
fun open_with_every_place_taken(): Scenario {
    let mut test = fixture::open();
    let mut i = 0;
    while (i < WALLETS) {
        i = i + 1;
        fund_by(wallet(i), 10, &mut test);
    };
    test
}

fun wallet(i: u64): address {
    address::from_u256(0x1000 + (i as u256))
}

#[test]
fun thirty_one_wallets_deposits_are_told_apart() {
    let mut test = open_with_every_place_taken();
    fund_by(wallet(31), 5, &mut test);
    close(&mut test);
    assert!(fixture::balance_of(wallet(1), &test) == 10);
    assert!(fixture::balance_of(wallet(30), &test) == 10);
    assert!(fixture::balance_of(wallet(31), &test) == 15);
    assert!(fixture::balance_of(fixture::operator(), &test) == 100);
    test.end();
}

#[test]
fun with_every_place_taken_no_small_deposit_is_told_apart() {
    let mut test = open_with_every_place_taken();
    fund_by(ANNA, 10, &mut test);
    close(&mut test);
    assert!(fixture::balance_of(ANNA, &test) == 0);
    assert!(fixture::balance_of(wallet(1), &test) == 10);
    assert!(fixture::balance_of(fixture::operator(), &test) == 110);
    test.end();
}

#[test]
fun with_every_place_taken_the_smallest_deposit_gives_way_to_a_larger_one() {
    let mut test = open_with_every_place_taken();
    let mut i = 0;
    while (i < WALLETS) {
        i = i + 1;
        if (i != 17) fund_by(wallet(i), 1, &mut test);
    };
    fund_by(ANNA, 1_000, &mut test);
    close(&mut test);
    assert!(fixture::balance_of(ANNA, &test) == 1_000);
    assert!(fixture::balance_of(wallet(17), &test) == 0);
    assert!(fixture::balance_of(wallet(1), &test) == 11);
    assert!(fixture::balance_of(wallet(31), &test) == 11);
    assert!(fixture::balance_of(fixture::operator(), &test) == 110);
    test.end();
}

#[test]
fun the_openers_place_is_never_given_away() {
    let mut test = scenario::begin(ANNA);
    let coins = fixture::coins(0, &mut test);
    let cap = drop::create(coins, vouchers::key(), b"", test.ctx());
    let mut i = 0;
    while (i < WALLETS + 1) {
        i = i + 1;
        test.next_tx(wallet(i));
        let mut drop: Drop<PEPPER> = test.take_shared();
        let coins = fixture::coins(i, &mut test);
        drop.fund(coins, test.ctx());
        scenario::return_shared(drop);
    };
    test.next_tx(@0x0);
    let drop: Drop<PEPPER> = test.take_shared();
    drop.close(cap, test.ctx());
    test.next_tx(@0x0);
    // The deposit of the first wallet (1) was replaced by the last (32). The opener gets the rest, which is that 1.
    assert!(fixture::balance_of(ANNA, &test) == 1);
    assert!(fixture::balance_of(wallet(1), &test) == 0);
    assert!(fixture::balance_of(wallet(2), &test) == 2);
    assert!(fixture::balance_of(wallet(32), &test) == 32);
    test.end();
}

fun has(ids: &vector<ID>, id: ID): bool {
    let mut i = 0;
    while (i < ids.length()) {
        if (ids[i] == id) return true;
        i = i + 1;
    };
    false
}
