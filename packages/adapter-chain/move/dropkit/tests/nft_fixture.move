/// Two drops of pieces with one key, created in the transaction for which `signed_vouchers` was generated.
#[test_only]
module dropkit::nft_fixture;

use dropkit::nft_drop::{Self, Nft, NftDrop, OwnerCap};
use dropkit::signed::Signed;
use dropkit::signed_vouchers as vouchers;
use std::string;
use sui::clock;
use sui::package::{Self, Publisher};
use sui::test_scenario::{Self as scenario, Scenario};

const OPERATOR: address = @0x0b;
const STRANGER: address = @0x57;

/// The types of the two collections.
public struct FROG has drop {}
public struct TOAD has drop {}

public fun proof<C: drop>(witness: C, test: &mut Scenario): Publisher {
    package::test_claim(witness, test.ctx())
}

public fun frog(test: &mut Scenario): Publisher { proof(FROG {}, test) }

public fun toad(test: &mut Scenario): Publisher { proof(TOAD {}, test) }

public fun operator(): address { OPERATOR }

/// The first drop has 100 pieces and the other 7. The operator has both capabilities. The next sender is a stranger.
public fun open(): Scenario {
    let mut test = scenario::begin(OPERATOR);
    // The proof takes the place of the coins that open a vault, so that the object ids are the same.
    let frog = frog(&mut test);
    let cap = create<FROG>(frog, 100, b"first", &mut test);
    let toad = toad(&mut test);
    let other_cap = create<TOAD>(toad, 7, b"other", &mut test);
    assert!(cap.drop_id().to_address() == vouchers::drop_id());
    assert!(other_cap.drop_id().to_address() == vouchers::other_drop_id());
    transfer::public_transfer(cap, OPERATOR);
    transfer::public_transfer(other_cap, OPERATOR);
    test.next_tx(STRANGER);
    test
}

fun create<C>(proof: Publisher, supply: u64, label: vector<u8>, test: &mut Scenario): OwnerCap {
    nft_drop::create<C>(
        proof,
        string::utf8(b"Frog"),
        string::utf8(b"A green one"),
        string::utf8(b"https://frogs.example/"),
        option::some(string::utf8(b".png")),
        vector[string::utf8(b"Skin"), string::utf8(b"Mood")],
        vector[string::utf8(b"green"), string::utf8(b"calm")],
        supply,
        vouchers::key(),
        label,
        test.ctx(),
    )
}

public fun first_drop(test: &Scenario): NftDrop<FROG> {
    test.take_shared_by_id(object::id_from_address(vouchers::drop_id()))
}

public fun other_drop(test: &Scenario): NftDrop<TOAD> {
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

/// Claims from the first drop before the vouchers expire, and starts the next transaction.
public fun claim(voucher: Signed, test: &mut Scenario) {
    claim_at(500, voucher, test)
}

public fun claim_at(now: u64, voucher: Signed, test: &mut Scenario) {
    let mut drop = first_drop(test);
    claim_from(&mut drop, now, voucher, test);
    scenario::return_shared(drop);
    test.next_tx(STRANGER);
}

public fun claim_from<C>(drop: &mut NftDrop<C>, now: u64, voucher: Signed, test: &mut Scenario) {
    let mut clock = clock::create_for_testing(test.ctx());
    clock.set_for_testing(now);
    voucher.claim_pieces(drop, &clock, test.ctx());
    clock.destroy_for_testing();
}

/// The pieces of the first drop that an address owns, as bits: bit n is piece number n.
public fun pieces_of(owner: address, test: &Scenario): u256 {
    let mut ids = scenario::ids_for_address<Nft<FROG>>(owner);
    let mut numbers = 0;
    while (!ids.is_empty()) {
        let piece: Nft<FROG> = test.take_from_address_by_id(owner, ids.pop_back());
        assert!(piece.drop_of().to_address() == vouchers::drop_id());
        numbers = numbers | (1u256 << (piece.number() as u8));
        scenario::return_to_address(owner, piece);
    };
    numbers
}
