#[test_only]
module dropkit::nonces_tests;

use dropkit::nonces::{Self, Nonces};
use sui::test_scenario as scenario;

const MAX_U64: u64 = 0xffff_ffff_ffff_ffff;

fun uses_each_once(numbers: vector<u64>) {
    let mut test = scenario::begin(@0x1);
    let mut used = nonces::new(test.ctx());
    let mut i = 0;
    while (i < numbers.length()) {
        assert!(!used.is_used(numbers[i]));
        assert!(used.use_nonce(numbers[i]));
        expect_first_used(&used, &numbers, i + 1);
        assert!(!used.use_nonce(numbers[i]));
        expect_first_used(&used, &numbers, i + 1);
        i = i + 1;
    };
    used.destroy();
    test.end();
}

/// Asserts that exactly the first `count` numbers are used.
fun expect_first_used(used: &Nonces, numbers: &vector<u64>, count: u64) {
    let mut i = 0;
    while (i < numbers.length()) {
        assert!(used.is_used(numbers[i]) == (i < count));
        i = i + 1;
    }
}

#[test]
fun nonces_of_one_word_do_not_touch_each_other() {
    uses_each_once(vector[0, 1, 255, 254, 127, 128, 63, 64])
}

#[test]
fun nonces_at_the_same_place_of_several_words_do_not_touch_each_other() {
    uses_each_once(vector[511, 255, 767, 256, 0, 512])
}

#[test]
fun the_largest_nonces_are_nonces() {
    uses_each_once(vector[MAX_U64, MAX_U64 - 255, MAX_U64 - 256, 0x1_0000_0000, 9_007_199_254_740_991])
}

#[test]
fun a_whole_word_is_used_up() {
    let mut test = scenario::begin(@0x1);
    let mut used = nonces::new(test.ctx());
    let mut nonce = 256;
    while (nonce < 512) {
        assert!(used.use_nonce(nonce));
        assert!(!used.is_used(nonce + 1));
        nonce = nonce + 1;
    };
    assert!(!used.is_used(255));
    nonce = 256;
    while (nonce < 512) {
        assert!(!used.use_nonce(nonce));
        nonce = nonce + 1;
    };
    used.destroy();
    test.end();
}
