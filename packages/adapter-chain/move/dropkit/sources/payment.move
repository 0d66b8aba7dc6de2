/// A transfer of coins with a reference. Plain transfers have none, so they can only be matched by their sender.
module dropkit::payment;

use sui::coin::Coin;
use sui::event;

#[error(code = 8)]
const EZeroAmount: vector<u8> = b"The amount must be greater than 0.";

public struct Paid<phantom T> has copy, drop {
    from: address,
    recipient: address,
    amount: u64,
    reference: vector<u8>,
}

/// Pays the whole coin. `reference` is the text by which the recipient identifies the payment.
public fun pay<T>(coin: Coin<T>, recipient: address, reference: vector<u8>, ctx: &TxContext) {
    let amount = coin.value();
    assert!(amount > 0, EZeroAmount);
    transfer::public_transfer(coin, recipient);
    event::emit(Paid<T> { from: ctx.sender(), recipient, amount, reference });
}
