/// The type that distinguishes the pieces of one NFT drop from all others: `dropkit::nft_drop::Nft<TEMPLATE>`.
///
/// This template is compiled once. For each NFT drop, `template` and `TEMPLATE` are replaced by the drop's own names
/// in the compiled module (`src/sui/open-collection.ts`).
module collection_template::template;

use sui::package;

/// The one-time witness, and the type of the collection.
public struct TEMPLATE has drop {}

/// Gives the publisher the `Publisher` that opens the collection's drop. There is only one, and opening consumes it.
fun init(witness: TEMPLATE, ctx: &mut TxContext) {
    transfer::public_transfer(package::claim(witness, ctx), ctx.sender());
}

#[test_only]
public fun init_for_testing(ctx: &mut TxContext) {
    init(TEMPLATE {}, ctx);
}
