/// A collection of another module. Its proof is not valid for the collections of `nft_fixture`.
#[test_only]
module dropkit::other_collection;

use sui::package::{Self, Publisher};
use sui::test_scenario::Scenario;

public struct OTHER_COLLECTION has drop {}

public fun proof(test: &mut Scenario): Publisher {
    package::test_claim(OTHER_COLLECTION {}, test.ctx())
}
