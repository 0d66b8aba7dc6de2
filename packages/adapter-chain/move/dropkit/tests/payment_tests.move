#[test_only]
module dropkit::payment_tests;

use dropkit::fixture::{Self, PEPPER};
use dropkit::payment::{Self, Paid};
use sui::test_scenario as scenario;

public struct ExpectedPayment has drop {
    from: address,
    recipient: address,
    amount: u64,
    reference: vector<u8>,
}

const PAYER: address = @0x9a1;
const TREASURY: address = @0x7ea;

#[test]
fun a_payment_says_what_it_is_for() {
    let mut test = scenario::begin(PAYER);
    let coins = fixture::coins(8, &mut test);
    payment::pay(coins, TREASURY, b"order 7", test.ctx());
    fixture::expect_event<Paid<PEPPER>, _>(ExpectedPayment {
        from: PAYER,
        recipient: TREASURY,
        amount: 8,
        reference: b"order 7",
    });
    test.next_tx(@0x0);
    assert!(fixture::balance_of(TREASURY, &test) == 8);
    assert!(fixture::balance_of(PAYER, &test) == 0);
    test.end();
}

#[test, expected_failure(abort_code = payment::EZeroAmount)]
fun nothing_is_not_paid() {
    let mut test = scenario::begin(PAYER);
    let coins = fixture::coins(0, &mut test);
    payment::pay(coins, TREASURY, b"order 7", test.ctx());
    abort
}
