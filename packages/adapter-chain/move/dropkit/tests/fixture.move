/// Two drops of coins with one key, created in the transaction for which `signed_vouchers` was generated.
#[test_only]
module dropkit::fixture;

use dropkit::drop::{Self, Drop, OwnerCap};
use dropkit::signed::Signed;
use dropkit::signed_vouchers as vouchers;
use std::bcs;
use sui::clock;
use sui::coin::{Self, Coin};
use sui::event;
use sui::test_scenario::{Self as scenario, Scenario};

public struct PEPPER has drop {}

const OPERATOR: address = @0x0b;
const STRANGER: address = @0x57;
const NOW: u64 = 500;

public fun operator(): address { OPERATOR }

public fun stranger(): address { STRANGER }

/// The first drop holds 100 coins and the other 7. The operator has both capabilities. The next sender is a stranger.
public fun open(): Scenario {
    let mut test = scenario::begin(OPERATOR);
    let cap = create(100, b"first", &mut test);
    let other_cap = create(7, b"other", &mut test);
    assert!(cap.drop_id().to_address() == vouchers::drop_id());
    assert!(other_cap.drop_id().to_address() == vouchers::other_drop_id());
    transfer::public_transfer(cap, OPERATOR);
    transfer::public_transfer(other_cap, OPERATOR);
    test.next_tx(STRANGER);
    test
}

fun create(deposit: u64, label: vector<u8>, test: &mut Scenario): OwnerCap {
    let coins = coins(deposit, test);
    drop::create(coins, vouchers::key(), label, test.ctx())
}

public fun coins(amount: u64, test: &mut Scenario): Coin<PEPPER> {
    coin::mint_for_testing<PEPPER>(amount, test.ctx())
}

public fun first_drop(test: &Scenario): Drop<PEPPER> {
    test.take_shared_by_id(object::id_from_address(vouchers::drop_id()))
}

public fun other_drop(test: &Scenario): Drop<PEPPER> {
    test.take_shared_by_id(object::id_from_address(vouchers::other_drop_id()))
}

public fun cap(test: &Scenario): OwnerCap {
    cap_of(vouchers::drop_id(), test)
}

public fun other_cap(test: &Scenario): OwnerCap {
    cap_of(vouchers::other_drop_id(), test)
}

fun cap_of(drop_id: address, test: &Scenario): OwnerCap {
    let mut ids = scenario::ids_for_address<OwnerCap>(OPERATOR);
    loop {
        let cap: OwnerCap = test.take_from_address_by_id(OPERATOR, ids.pop_back());
        if (cap.drop_id().to_address() == drop_id) return cap;
        scenario::return_to_address(OPERATOR, cap)
    }
}

/// Claims from the first drop before the vouchers expire.
public fun claim(voucher: Signed, test: &mut Scenario) {
    claim_at(NOW, voucher, test)
}

/// The claim is the only call of the transaction. Starts the next transaction.
public fun claim_at(now: u64, voucher: Signed, test: &mut Scenario) {
    let mut drop = first_drop(test);
    claim_from(&mut drop, now, voucher, test);
    scenario::return_shared(drop);
    test.next_tx(STRANGER);
}

public fun claim_from(drop: &mut Drop<PEPPER>, now: u64, voucher: Signed, test: &mut Scenario) {
    let mut clock = clock::create_for_testing(test.ctx());
    clock.set_for_testing(now);
    voucher.claim(drop, &clock, test.ctx());
    clock.destroy_for_testing();
}

/// The sum of the coins that an address owns.
public fun balance_of(owner: address, test: &Scenario): u64 {
    let mut ids = scenario::ids_for_address<Coin<PEPPER>>(owner);
    let mut total = 0;
    while (!ids.is_empty()) {
        let coin: Coin<PEPPER> = test.take_from_address_by_id(owner, ids.pop_back());
        total = total + coin.value();
        scenario::return_to_address(owner, coin);
    };
    total
}

/// Asserts that this transaction emitted one event of type `Event` with the same BCS as `expected`.
public fun expect_event<Event: copy + drop, Expected: drop>(expected: Expected) {
    let events = event::events_by_type<Event>();
    assert!(events.length() == 1);
    assert!(bcs::to_bytes(&events[0]) == bcs::to_bytes(&expected));
}
