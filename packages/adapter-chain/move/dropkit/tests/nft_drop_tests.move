#[test_only]
module dropkit::nft_drop_tests;

use dropkit::fixture::expect_event;
use dropkit::nft_drop::{Self, Claimed, Closed, KeyRotated, Nft, NftDrop, Opened, OwnerCap, Paused, Registrar, Resumed, SupplyRaised};
use dropkit::nft_fixture::{Self as fixture, FROG};
use dropkit::signed::Signed;
use dropkit::signed_vouchers as vouchers;
use std::bcs;
use std::string::{Self, String};
use sui::display_registry::{Self, Display, DisplayCap, DisplayRegistry};
use sui::package::Publisher;
use sui::test_scenario::{Self as scenario, Scenario};
use sui::transfer_policy::{TransferPolicy, TransferPolicyCap};
use sui::vec_map::{Self, VecMap};

public struct ExpectedOpening has drop {
    drop_id: address,
    public_key: vector<u8>,
    supply: u64,
    label: vector<u8>,
}

public struct ExpectedClaim has drop { drop_id: address, claimer: address, amount: u64, nonce: u64 }

public struct ExpectedDrop has drop { drop_id: address }

public struct ExpectedKey has drop { drop_id: address, public_key: vector<u8> }

/// A number of pieces: the supply, or the pieces that were never minted.
public struct ExpectedCount has drop { drop_id: address, count: u64 }

public struct ExpectedPiece has drop {
    id: address,
    drop_id: address,
    number: u64,
    name: vector<u8>,
    description: vector<u8>,
    image_url: vector<u8>,
    attributes: VecMap<String, String>,
}

fun claims_at(now: u64, voucher: Signed) {
    let mut test = fixture::open();
    fixture::claim_at(now, voucher, &mut test);
    test.end();
}

fun claims(voucher: Signed) {
    claims_at(500, voucher)
}

fun raise_supply(supply: u64, test: &mut Scenario) {
    let mut drop = fixture::first_drop(test);
    let cap = fixture::cap(test);
    drop.raise_supply(&cap, supply);
    scenario::return_to_address(fixture::operator(), cap);
    scenario::return_shared(drop);
    test.next_tx(@0x57);
}

fun claims_both(one: Signed, two: Signed) {
    let mut test = fixture::open();
    fixture::claim(one, &mut test);
    fixture::claim(two, &mut test);
    test.end();
}

// === Publication ===

#[test]
fun the_packages_publisher_is_kept_where_nobody_owns_it() {
    let mut test = scenario::begin(@0xb0b);
    nft_drop::init_for_testing(test.ctx());
    test.next_tx(@0x0);
    assert!(!scenario::has_most_recent_for_address<Publisher>(@0xb0b));
    assert!(scenario::has_most_recent_shared<Registrar>());
    test.end();
}

// === Rights over a collection ===

fun published(): Scenario {
    let mut test = scenario::begin(@0xb0b);
    nft_drop::init_for_testing(test.ctx());
    display_registry::create_for_testing(test.ctx());
    test.next_tx(@0xa);
    test
}

fun make_display<C>(proof: &Publisher, test: &mut Scenario) {
    let mut registrar: Registrar = test.take_shared();
    let mut registry: DisplayRegistry = test.take_shared();
    let (display, cap) = nft_drop::new_display<C>(&mut registrar, &mut registry, proof, test.ctx());
    display_registry::share(display);
    transfer::public_transfer(cap, @0xa);
    scenario::return_shared(registrar);
    scenario::return_shared(registry);
    test.next_tx(@0xa);
}

fun make_policy<C>(proof: &Publisher, test: &mut Scenario) {
    let registrar: Registrar = test.take_shared();
    let (policy, cap) = nft_drop::new_policy<C>(&registrar, proof, test.ctx());
    transfer::public_share_object(policy);
    transfer::public_transfer(cap, @0xa);
    scenario::return_shared(registrar);
    test.next_tx(@0xa);
}

#[test]
fun the_proof_of_a_collection_gives_the_rights_over_its_looks_and_its_sales() {
    let mut test = published();
    let proof = fixture::frog(&mut test);
    make_display<FROG>(&proof, &mut test);
    make_policy<FROG>(&proof, &mut test);
    assert!(scenario::has_most_recent_for_address<DisplayCap<Nft<FROG>>>(@0xa));
    assert!(scenario::has_most_recent_shared<Display<Nft<FROG>>>());
    assert!(scenario::has_most_recent_for_address<TransferPolicyCap<Nft<FROG>>>(@0xa));
    assert!(scenario::has_most_recent_shared<TransferPolicy<Nft<FROG>>>());
    transfer::public_transfer(proof, @0xa);
    test.end();
}

#[test, expected_failure]
fun a_collection_has_one_display() {
    let mut test = published();
    let proof = fixture::frog(&mut test);
    make_display<FROG>(&proof, &mut test);
    make_display<FROG>(&proof, &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongProof)]
fun a_proof_of_another_collection_gives_no_display() {
    let mut test = published();
    let proof = dropkit::other_collection::proof(&mut test);
    make_display<FROG>(&proof, &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongProof)]
fun a_proof_of_another_collection_gives_no_policy() {
    let mut test = published();
    let proof = dropkit::other_collection::proof(&mut test);
    make_policy<FROG>(&proof, &mut test);
    abort
}

// === Opening ===

fun create<C>(proof: Publisher, key: vector<u8>, names: vector<String>, test: &mut Scenario): OwnerCap {
    let name = string::utf8(b"Frog");
    nft_drop::create<C>(
        proof, name, name, name, option::none(), names, vector[name], 12, key, b"drop_1", test.ctx(),
    )
}

#[test]
fun a_new_drop_says_what_is_in_it_and_uses_its_proof_up() {
    let mut test = scenario::begin(@0xa);
    let proof = fixture::frog(&mut test);
    let cap = create<FROG>(proof, vouchers::key(), vector[string::utf8(b"Skin")], &mut test);
    expect_event<Opened<FROG>, _>(ExpectedOpening {
        drop_id: cap.drop_id().to_address(),
        public_key: vouchers::key(),
        supply: 12,
        label: b"drop_1",
    });
    test.next_tx(@0xa);
    assert!(!scenario::has_most_recent_for_address<Publisher>(@0xa));
    let drop: NftDrop<FROG> = test.take_shared();
    assert!(object::id(&drop) == cap.drop_id());
    assert!(drop.supply() == 12);
    assert!(drop.minted() == 0);
    assert!(drop.public_key() == vouchers::key());
    assert!(drop.label() == b"drop_1");
    assert!(!drop.is_paused());
    assert!(!drop.is_used(0));
    scenario::return_shared(drop);
    transfer::public_transfer(cap, @0xa);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::EBadPublicKey)]
fun a_drop_is_not_opened_with_a_key_of_31_bytes() {
    let mut test = scenario::begin(@0xa);
    let mut short = vouchers::key();
    short.pop_back();
    let proof = fixture::frog(&mut test);
    let _cap = create<FROG>(proof, short, vector[string::utf8(b"Skin")], &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongProof)]
fun a_proof_is_judged_before_the_key() {
    let mut test = scenario::begin(@0xa);
    let proof = dropkit::other_collection::proof(&mut test);
    let _cap = create<FROG>(proof, b"", vector[string::utf8(b"Skin")], &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EUnevenAttributes)]
fun an_attribute_without_a_value_opens_no_drop() {
    let mut test = scenario::begin(@0xa);
    let proof = fixture::frog(&mut test);
    let names = vector[string::utf8(b"Skin"), string::utf8(b"Mood")];
    let _cap = create<FROG>(proof, vouchers::key(), names, &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongProof)]
fun a_drop_is_not_opened_with_the_proof_of_another_collection() {
    let mut test = scenario::begin(@0xa);
    let proof = dropkit::other_collection::proof(&mut test);
    let _cap = create<FROG>(proof, vouchers::key(), vector[string::utf8(b"Skin")], &mut test);
    abort
}

// === Minting ===

#[test]
fun the_claimer_gets_numbered_pieces_whoever_submits() {
    let mut test = fixture::open();
    let voucher = vouchers::first();
    let mut drop = fixture::first_drop(&test);
    assert!(test.sender() != voucher.claimer());
    fixture::claim_from(&mut drop, 500, voucher, &mut test);
    expect_event<Claimed<FROG>, _>(ExpectedClaim {
        drop_id: vouchers::drop_id(),
        claimer: voucher.claimer(),
        amount: 3,
        nonce: 1,
    });
    assert!(drop.minted() == 3);
    assert!(drop.is_used(1) && !drop.is_used(2));
    fixture::claim_from(&mut drop, 500, vouchers::second(), &mut test);
    assert!(drop.minted() == 7);
    scenario::return_shared(drop);
    test.next_tx(@0x0);
    assert!(fixture::pieces_of(voucher.claimer(), &test) == 0xfe);
    test.end();
}

fun assert_piece(
    expected: u64,
    name: vector<u8>,
    image_url: vector<u8>,
    attributes: VecMap<String, String>,
    claimer: address,
    test: &mut Scenario,
) {
    let mut ids = scenario::ids_for_address<Nft<FROG>>(claimer);
    loop {
        let id = ids.pop_back();
        let piece: Nft<FROG> = test.take_from_address_by_id(claimer, id);
        let number = piece.number();
        if (number == expected) {
            assert!(bcs::to_bytes(&piece) == bcs::to_bytes(&ExpectedPiece {
                id: id.to_address(),
                drop_id: vouchers::drop_id(),
                number,
                name,
                description: b"A green one",
                image_url,
                attributes,
            }));
        };
        scenario::return_to_address(claimer, piece);
        if (number == expected) break
    };
    test.next_tx(@0x57);
}

fun green_and(mood: vector<u8>): VecMap<String, String> {
    let mut attributes = vec_map::empty();
    attributes.insert(string::utf8(b"Skin"), string::utf8(b"green"));
    attributes.insert(string::utf8(b"Mood"), string::utf8(mood));
    attributes
}

#[test]
fun a_piece_has_the_drops_texts_and_attributes_and_a_name_and_a_picture_with_its_number() {
    let mut test = fixture::open();
    fixture::claim(vouchers::first(), &mut test);
    let claimer = vouchers::first().claimer();
    assert_piece(2, b"Frog #2", b"https://frogs.example/2.png", green_and(b"calm"), claimer, &mut test);
    test.end();
}

fun text(bytes: vector<u8>): Option<String> { option::some(string::utf8(bytes)) }

fun add_piece(number: u64, name: Option<String>, image_url: Option<String>, test: &mut Scenario) {
    let mut drop = fixture::first_drop(test);
    let cap = fixture::cap(test);
    let names = vector[string::utf8(b"Skin"), string::utf8(b"Mood")];
    let values = vector[string::utf8(b"green"), string::utf8(b"grim")];
    drop.add_piece(&cap, number, name, image_url, names, values);
    expect_event<SupplyRaised<FROG>, _>(ExpectedCount { drop_id: vouchers::drop_id(), count: number });
    assert!(drop.supply() == number);
    scenario::return_to_address(fixture::operator(), cap);
    scenario::return_shared(drop);
    test.next_tx(@0x57);
}

#[test]
fun pieces_that_were_added_have_looks_of_their_own_and_those_between_them_the_drops() {
    let mut test = fixture::open();
    add_piece(101, text(b"King Frog"), text(b"ipfs://king"), &mut test);
    add_piece(103, option::none(), option::none(), &mut test);
    raise_supply(250, &mut test);
    fixture::claim(vouchers::most_pieces(), &mut test);
    let claimer = vouchers::most_pieces().claimer();
    assert_piece(101, b"King Frog", b"ipfs://king", green_and(b"grim"), claimer, &mut test);
    assert_piece(102, b"Frog #102", b"https://frogs.example/102.png", green_and(b"calm"), claimer, &mut test);
    assert_piece(103, b"Frog #103", b"https://frogs.example/103.png", green_and(b"grim"), claimer, &mut test);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::ESupplyNotRaised)]
fun the_looks_of_a_piece_are_not_changed() {
    let mut test = fixture::open();
    add_piece(101, text(b"King Frog"), option::none(), &mut test);
    add_piece(101, text(b"Toad"), option::none(), &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongCap)]
fun adding_a_piece_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.add_piece(&cap, 101, option::none(), option::none(), vector[], vector[]);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EUnevenAttributes)]
fun an_attribute_without_a_value_adds_no_piece() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.add_piece(&cap, 101, option::none(), option::none(), vector[string::utf8(b"Skin")], vector[]);
    abort
}

#[test]
fun a_picture_has_all_digits_of_the_number_in_its_place() {
    let start = string::utf8(b"https://frogs.example/");
    let end = option::some(string::utf8(b".png"));
    assert!(nft_drop::picture(&start, &end, 1) == string::utf8(b"https://frogs.example/1.png"));
    assert!(nft_drop::picture(&start, &end, 100_290) == string::utf8(b"https://frogs.example/100290.png"));
    assert!(nft_drop::picture(&start, &option::none(), 3) == start);
}

#[test]
fun one_claim_mints_250_pieces() {
    let mut test = fixture::open();
    raise_supply(251, &mut test);
    fixture::claim(vouchers::most_pieces(), &mut test);
    let drop = fixture::first_drop(&test);
    assert!(drop.minted() == 250);
    assert!(fixture::pieces_of(vouchers::most_pieces().claimer(), &test) == (1 << 251) - 2);
    scenario::return_shared(drop);
    test.end();
}

#[test]
fun one_nonce_is_used_in_each_of_two_drops() {
    let mut test = fixture::open();
    fixture::claim(vouchers::first(), &mut test);
    let mut drop = fixture::other_drop(&test);
    fixture::claim_from(&mut drop, 500, vouchers::for_other(), &mut test);
    assert!(drop.minted() == 3);
    scenario::return_shared(drop);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::ETooManyPieces)]
fun one_claim_does_not_mint_251_pieces() {
    let mut test = fixture::open();
    raise_supply(251, &mut test);
    fixture::claim(vouchers::too_many_pieces(), &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EZeroAmount)]
fun no_pieces_are_not_minted() {
    claims(vouchers::nothing())
}

#[test, expected_failure(abort_code = nft_drop::EInsufficientVault)]
fun not_more_pieces_are_minted_than_the_supply() {
    claims(vouchers::too_much())
}

#[test]
fun all_pieces_can_be_claimed() {
    let mut test = fixture::open();
    let mut drop = fixture::other_drop(&test);
    fixture::claim_from(&mut drop, 500, vouchers::all_of_other(), &mut test);
    assert!(drop.minted() == 7);
    scenario::return_shared(drop);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::EInsufficientVault)]
fun nothing_is_minted_when_all_pieces_are_claimed() {
    let mut test = fixture::open();
    let mut drop = fixture::other_drop(&test);
    fixture::claim_from(&mut drop, 500, vouchers::all_of_other(), &mut test);
    fixture::claim_from(&mut drop, 500, vouchers::for_other(), &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::ENonceUsed)]
fun a_voucher_is_not_honoured_twice() {
    claims_both(vouchers::first(), vouchers::first())
}

#[test]
fun a_voucher_is_good_in_the_last_millisecond() {
    claims_at(999, vouchers::first())
}

#[test, expected_failure(abort_code = nft_drop::EExpired)]
fun a_voucher_is_no_longer_good_at_its_expiry() {
    claims_at(1_000, vouchers::first())
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun nobody_else_gets_pieces() {
    claims(vouchers::first().with_claimer(@0xbad))
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun no_other_number_of_pieces_is_minted() {
    claims(vouchers::first().with_amount(4))
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun a_nonce_cannot_be_exchanged() {
    claims(vouchers::first().with_nonce(2))
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun an_expiry_cannot_be_put_off() {
    claims(vouchers::first().with_expiry(1_001))
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun a_voucher_of_another_drop_with_the_same_key_is_not_honoured() {
    claims(vouchers::for_other())
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun a_voucher_of_another_key_is_not_honoured() {
    claims(vouchers::first_by_next_key())
}

// === The error that is reported if several checks fail, in the order of `dropkit::drop` ===

#[test, expected_failure(abort_code = nft_drop::EPaused)]
fun a_pause_is_named_before_a_bad_signature() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.pause(&cap);
    fixture::claim_from(&mut drop, 500, vouchers::first().with_amount(4), &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun a_bad_signature_is_named_before_an_expiry() {
    claims_at(1_000, vouchers::first().with_amount(4))
}

#[test, expected_failure(abort_code = nft_drop::EExpired)]
fun an_expiry_is_named_before_a_used_nonce() {
    let mut test = fixture::open();
    fixture::claim(vouchers::first(), &mut test);
    fixture::claim_at(1_000, vouchers::first(), &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::ENonceUsed)]
fun a_used_nonce_is_named_before_a_supply_that_is_too_small() {
    claims_both(vouchers::first(), vouchers::first_again_for_too_much())
}

// === Rights ===

#[test]
fun a_raised_supply_lets_more_be_minted() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.raise_supply(&cap, 101);
    assert!(drop.supply() == 101);
    expect_event<SupplyRaised<FROG>, _>(ExpectedCount { drop_id: vouchers::drop_id(), count: 101 });
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::ESupplyNotRaised)]
fun a_supply_is_not_set_to_what_it_is() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.raise_supply(&cap, 100);
    abort
}

#[test, expected_failure(abort_code = nft_drop::ESupplyNotRaised)]
fun a_supply_is_not_lowered() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.raise_supply(&cap, 99);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongCap)]
fun raising_the_supply_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.raise_supply(&cap, 101);
    abort
}

#[test]
fun claims_go_on_when_resumed() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.pause(&cap);
    assert!(drop.is_paused());
    expect_event<Paused<FROG>, _>(ExpectedDrop { drop_id: vouchers::drop_id() });
    drop.resume(&cap);
    assert!(!drop.is_paused());
    expect_event<Resumed<FROG>, _>(ExpectedDrop { drop_id: vouchers::drop_id() });
    fixture::claim_from(&mut drop, 500, vouchers::first(), &mut test);
    assert!(drop.minted() == 3);
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::EPaused)]
fun nothing_is_minted_while_paused() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.pause(&cap);
    fixture::claim_from(&mut drop, 500, vouchers::first(), &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongCap)]
fun pausing_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.pause(&cap);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongCap)]
fun resuming_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.resume(&cap);
    abort
}

#[test]
fun the_new_keys_vouchers_are_honoured_after_a_rotation() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.rotate_key(&cap, vouchers::next_key());
    expect_event<KeyRotated<FROG>, _>(ExpectedKey {
        drop_id: vouchers::drop_id(),
        public_key: vouchers::next_key(),
    });
    assert!(drop.public_key() == vouchers::next_key());
    fixture::claim_from(&mut drop, 500, vouchers::first_by_next_key(), &mut test);
    assert!(drop.minted() == 3);
    scenario::return_shared(drop);
    scenario::return_to_address(fixture::operator(), cap);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::EBadSignature)]
fun the_old_keys_vouchers_are_not_honoured_after_a_rotation() {
    let mut test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.rotate_key(&cap, vouchers::next_key());
    fixture::claim_from(&mut drop, 500, vouchers::first(), &mut test);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EBadPublicKey)]
fun a_key_has_no_33_bytes() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    let mut long = vouchers::next_key();
    long.push_back(0);
    drop.rotate_key(&cap, long);
    abort
}

#[test, expected_failure(abort_code = nft_drop::EWrongCap)]
fun another_key_wants_this_drops_capability() {
    let test = fixture::open();
    let mut drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.rotate_key(&cap, vouchers::next_key());
    abort
}

#[test]
fun a_closed_drop_is_gone_with_its_capability_and_leaves_its_pieces() {
    let mut test = fixture::open();
    fixture::claim(vouchers::first(), &mut test);
    let drop = fixture::first_drop(&test);
    let cap = fixture::cap(&test);
    drop.close(cap, test.ctx());
    expect_event<Closed<FROG>, _>(ExpectedCount { drop_id: vouchers::drop_id(), count: 97 });
    // The drop, its table and its capability.
    assert!(test.next_tx(@0x0).deleted().length() == 3);
    assert!(scenario::ids_for_address<OwnerCap>(fixture::operator()).length() == 1);
    assert!(fixture::pieces_of(vouchers::first().claimer(), &test) == 0xe);
    test.end();
}

#[test, expected_failure(abort_code = nft_drop::EWrongCap)]
fun closing_wants_this_drops_capability() {
    let mut test = fixture::open();
    let drop = fixture::first_drop(&test);
    let cap = fixture::other_cap(&test);
    drop.close(cap, test.ctx());
    abort
}
