/// The type that tells the pieces of one NFT drop from those of all others: `dropkit::nft_drop::Nft<TEMPLATE>`.
///
/// It is compiled once. For each NFT drop the compiled module gets names of its own in place of `template` and
/// `TEMPLATE` (`src/sui/collection-template.ts`).
module collection_template::template;

use sui::package;

/// The one-time witness, and the type of the collection.
public struct TEMPLATE has drop {}

/// Gives the publisher the proof that opens the collection's drop. There is only ever one, and opening uses it up.
fun init(witness: TEMPLATE, ctx: &mut TxContext) {
    transfer::public_transfer(package::claim(witness, ctx), ctx.sender());
}

#[test_only]
public fun init_for_testing(ctx: &mut TxContext) {
    init(TEMPLATE {}, ctx);
}
