#[test_only]
module collection_template::template_tests;

use collection_template::template::{Self, TEMPLATE};
use sui::package::Publisher;
use sui::test_scenario as scenario;

#[test]
fun the_publisher_gets_the_one_proof_of_the_collection() {
    let mut test = scenario::begin(@0xb0b);
    template::init_for_testing(test.ctx());
    test.next_tx(@0x0);
    let proof: Publisher = test.take_from_address(@0xb0b);
    assert!(proof.from_module<TEMPLATE>());
    scenario::return_to_address(@0xb0b, proof);
    test.end();
}
