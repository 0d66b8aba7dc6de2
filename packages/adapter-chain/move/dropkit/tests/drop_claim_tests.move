#[test_only]
module dropkit::drop_claim_tests;

use dropkit::drop::{Self, Claimed};
use dropkit::fixture::{Self, PEPPER};
use dropkit::signed::Signed;
use dropkit::signed_vouchers as vouchers;
use sui::test_scenario as scenario;

public struct ExpectedClaim has drop { drop_id: address, claimer: address, amount: u64, nonce: u64 }

fun claims(voucher: Signed) {
    let mut test = fixture::open();
    fixture::claim(voucher, &mut test);
    test.end();
}

fun claims_at(now: u64, voucher: Signed) {
    let mut test = fixture::open();
    fixture::claim_at(now, voucher, &mut test);
    test.end();
}

fun claims_both(one: Signed, two: Signed) {
    let mut test = fixture::open();
    fixture::claim(one, &mut test);
    fixture::claim(two, &mut test);
    test.end();
}

fun claims_while_paused(voucher: Signed) {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.pause(&cap);
    fixture::claim_from(&mut drop, 500, voucher, &mut test);
    abort
}

// === Payment ===

#[test]
fun the_claimer_is_paid_whoever_submits() {
    let mut test = fixture::open();
    let voucher = vouchers::first();
    let mut drop = fixture::first_drop(&test);
    assert!(test.sender() != voucher.claimer());
    assert!(!drop.is_used(1));
    fixture::claim_from(&mut drop, 500, voucher, &mut test);
    assert!(drop.is_used(1));
    assert!(drop.balance() == 97);
    assert!(drop.deposited() == 100);
    fixture::expect_event<Claimed<PEPPER>, _>(ExpectedClaim {
        drop_id: vouchers::drop_id(),
        claimer: voucher.claimer(),
        amount: 3,
        nonce: 1,
    });
    scenario::return_shared(drop);
    test.next_tx(@0x0);
    assert!(fixture::balance_of(voucher.claimer(), &test) == 3);
    assert!(fixture::balance_of(fixture::stranger(), &test) == 0);
    test.end();
}

#[test]
fun several_vouchers_are_paid_in_any_order_and_in_one_transaction() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    fixture::claim_from(&mut drop, 500, vouchers::far(), &mut test);
    fixture::claim_from(&mut drop, 500, vouchers::second(), &mut test);
    fixture::claim_from(&mut drop, 500, vouchers::first(), &mut test);
    assert!(drop.balance() == 100 - 5 - 4 - 3);
    assert!(drop.is_used(1) && drop.is_used(2) && drop.is_used(1_000_000));
    assert!(!drop.is_used(3) && !drop.is_used(0) && !drop.is_used(999_999));
    scenario::return_shared(drop);
    test.next_tx(@0x0);
    assert!(fixture::balance_of(vouchers::first().claimer(), &test) == 12);
    test.end();
}

#[test]
fun the_whole_vault_can_be_claimed() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    fixture::claim_from(&mut drop, 500, vouchers::whole(), &mut test);
    assert!(drop.balance() == 0);
    scenario::return_shared(drop);
    test.end();
}

#[test]
fun one_nonce_is_used_in_each_of_two_drops() {
    let mut test = fixture::open();
    fixture::claim(vouchers::first(), &mut test);
    let mut drop = fixture::other_drop(&test);
    fixture::claim_from(&mut drop, 500, vouchers::for_other(), &mut test);
    assert!(drop.balance() == 4);
    scenario::return_shared(drop);
    test.end();
}

// === Expiry ===

#[test]
fun a_voucher_is_good_in_the_last_millisecond() {
    claims_at(999, vouchers::first())
}

#[test, expected_failure(abort_code = drop::EExpired)]
fun a_voucher_is_no_longer_good_at_its_expiry() {
    claims_at(1_000, vouchers::first())
}

#[test, expected_failure(abort_code = drop::EExpired)]
fun a_voucher_is_not_good_after_its_expiry() {
    claims_at(1_001, vouchers::first())
}

#[test, expected_failure(abort_code = drop::EExpired)]
fun a_voucher_that_expires_at_zero_is_never_good() {
    claims_at(0, vouchers::never_good())
}

#[test]
fun a_voucher_may_be_good_for_very_long() {
    claims_at(9_007_199_254_740_990, vouchers::always_good())
}

// === Each voucher once ===

#[test, expected_failure(abort_code = drop::ENonceUsed)]
fun a_voucher_is_not_paid_twice() {
    claims_both(vouchers::first(), vouchers::first())
}

#[test, expected_failure(abort_code = drop::ENonceUsed)]
fun a_far_nonce_is_not_paid_twice() {
    claims_both(vouchers::far(), vouchers::far())
}

#[test, expected_failure(abort_code = drop::ENonceUsed)]
fun a_voucher_is_not_paid_twice_in_one_transaction() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    fixture::claim_from(&mut drop, 500, vouchers::first(), &mut test);
    fixture::claim_from(&mut drop, 500, vouchers::first(), &mut test);
    abort
}

// === Signature ===

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun nobody_else_is_paid() {
    claims(vouchers::first().with_claimer(@0xbad))
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun no_other_amount_is_paid() {
    claims(vouchers::first().with_amount(4))
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun a_nonce_cannot_be_exchanged() {
    claims(vouchers::first().with_nonce(2))
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun an_expiry_cannot_be_put_off() {
    claims(vouchers::first().with_expiry(1_001))
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun a_voucher_of_another_drop_with_the_same_key_is_not_paid() {
    claims(vouchers::for_other())
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun a_voucher_of_another_key_is_not_paid() {
    claims(vouchers::first_by_next_key())
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun no_signature_is_none() {
    claims(vouchers::first().with_signature(b""))
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun a_text_of_64_bytes_is_no_signature() {
    claims(vouchers::first().with_signature(
        b"0123456789012345678901234567890123456789012345678901234567890123",
    ))
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun a_short_signature_is_none() {
    claims(vouchers::first().with_signature(b"0123456789"))
}

// === Balance of the vault ===

#[test, expected_failure(abort_code = drop::EInsufficientVault)]
fun not_more_is_paid_than_the_vault_holds() {
    claims(vouchers::too_much())
}

#[test, expected_failure(abort_code = drop::EInsufficientVault)]
fun nothing_is_paid_from_an_empty_vault() {
    claims_both(vouchers::whole(), vouchers::first())
}

#[test, expected_failure(abort_code = drop::EZeroAmount)]
fun nothing_is_not_paid() {
    claims(vouchers::nothing())
}

#[test, expected_failure(abort_code = drop::EPaused)]
fun nothing_is_paid_while_paused() {
    claims_while_paused(vouchers::first())
}

// === The error that is reported if several checks fail: the first of EPaused, EBadSignature, EExpired, ENonceUsed and
// EInsufficientVault ===

#[test, expected_failure(abort_code = drop::EPaused)]
fun a_pause_is_named_before_a_bad_signature() {
    claims_while_paused(vouchers::first().with_amount(101))
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun a_bad_signature_is_named_before_an_expiry() {
    claims_at(1_000, vouchers::first().with_amount(4))
}

#[test, expected_failure(abort_code = drop::EExpired)]
fun an_expiry_is_named_before_a_used_nonce() {
    let mut test = fixture::open();
    fixture::claim(vouchers::first(), &mut test);
    fixture::claim_at(1_000, vouchers::first(), &mut test);
    abort
}

#[test, expected_failure(abort_code = drop::ENonceUsed)]
fun a_used_nonce_is_named_before_a_vault_that_holds_too_little() {
    claims_both(vouchers::first(), vouchers::first_again_for_too_much())
}
