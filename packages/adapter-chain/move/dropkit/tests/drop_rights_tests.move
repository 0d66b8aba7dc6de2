#[test_only]
module dropkit::drop_rights_tests;

use dropkit::drop::{Self, KeyRotated, Paused, Resumed, Withdrawn};
use dropkit::fixture::{Self, PEPPER};
use dropkit::signed_vouchers as vouchers;
use sui::test_scenario as scenario;

public struct ExpectedDrop has drop { drop_id: address }

public struct ExpectedKey has drop { drop_id: address, public_key: vector<u8> }

public struct ExpectedWithdrawal has drop { drop_id: address, amount: u64 }

// === Pausing ===

#[test]
fun claims_go_on_when_resumed() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.pause(&cap);
    assert!(drop.is_paused());
    fixture::expect_event<Paused<PEPPER>, _>(ExpectedDrop { drop_id: vouchers::drop_id() });
    drop.resume(&cap);
    assert!(!drop.is_paused());
    fixture::expect_event<Resumed<PEPPER>, _>(ExpectedDrop { drop_id: vouchers::drop_id() });
    fixture::claim_from(&mut drop, 500, vouchers::first(), &mut test);
    assert!(drop.balance() == 97);
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test]
fun pausing_and_resuming_again_changes_nothing() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.resume(&cap);
    drop.pause(&cap);
    drop.pause(&cap);
    assert!(drop.is_paused());
    drop.resume(&cap);
    drop.resume(&cap);
    assert!(!drop.is_paused());
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test]
fun a_paused_vault_can_be_filled_emptied_and_given_another_key() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.pause(&cap);
    let coins = fixture::coins(5, &mut test);
    drop.fund(coins, test.ctx());
    drop.rotate_key(&cap, vouchers::next_key());
    let taken = drop.withdraw(&cap, 105, test.ctx());
    assert!(drop.is_paused());
    assert!(drop.balance() == 0);
    transfer::public_transfer(taken, fixture::operator());
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test, expected_failure(abort_code = drop::EWrongCap)]
fun pausing_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.pause(&cap);
    abort
}

#[test, expected_failure(abort_code = drop::EWrongCap)]
fun resuming_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.resume(&cap);
    abort
}

// === Key rotation ===

#[test]
fun the_new_keys_vouchers_are_paid_after_a_rotation() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    assert!(drop.public_key() == vouchers::key());
    drop.rotate_key(&cap, vouchers::next_key());
    assert!(drop.public_key() == vouchers::next_key());
    fixture::expect_event<KeyRotated<PEPPER>, _>(ExpectedKey {
        drop_id: vouchers::drop_id(),
        public_key: vouchers::next_key(),
    });
    fixture::claim_from(&mut drop, 500, vouchers::first_by_next_key(), &mut test);
    assert!(drop.balance() == 97);
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test, expected_failure(abort_code = drop::EBadSignature)]
fun the_old_keys_vouchers_are_not_paid_after_a_rotation() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.rotate_key(&cap, vouchers::next_key());
    fixture::claim_from(&mut drop, 500, vouchers::second(), &mut test);
    abort
}

#[test, expected_failure(abort_code = drop::ENonceUsed)]
fun what_was_paid_under_the_old_key_is_not_paid_under_the_new_one() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    fixture::claim_from(&mut drop, 500, vouchers::second(), &mut test);
    drop.rotate_key(&cap, vouchers::next_key());
    fixture::claim_from(&mut drop, 500, vouchers::second_by_next_key(), &mut test);
    abort
}

#[test, expected_failure(abort_code = drop::EWrongCap)]
fun another_key_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.rotate_key(&cap, vouchers::next_key());
    abort
}

#[test, expected_failure(abort_code = drop::EBadPublicKey)]
fun a_key_has_no_33_bytes() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let mut long = vouchers::next_key();
    long.push_back(0);
    drop.rotate_key(&cap, long);
    abort
}

// === Withdrawing ===

#[test]
fun coins_are_taken_out() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let coin = drop.withdraw(&cap, 40, test.ctx());
    assert!(coin.value() == 40);
    assert!(drop.balance() == 60);
    assert!(drop.deposited() == 100);
    fixture::expect_event<Withdrawn<PEPPER>, _>(ExpectedWithdrawal {
        drop_id: vouchers::drop_id(),
        amount: 40,
    });
    transfer::public_transfer(coin, fixture::operator());
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test, expected_failure(abort_code = drop::EInsufficientVault)]
fun not_more_is_taken_out_than_the_vault_holds() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let _coin = drop.withdraw(&cap, 101, test.ctx());
    abort
}

#[test, expected_failure(abort_code = drop::EZeroAmount)]
fun nothing_is_not_taken_out() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let _coin = drop.withdraw(&cap, 0, test.ctx());
    abort
}

#[test, expected_failure(abort_code = drop::EWrongCap)]
fun taking_out_wants_this_drops_capability() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    let _coin = drop.withdraw(&cap, 1, test.ctx());
    abort
}
