import { bcs } from '@mysten/sui/bcs'
import { addressesText, bytesText, numbersText, typeText } from './move-literals.ts'
import { coinOf, coinValue } from './objects.ts'
import type { EmittedEvent } from './transaction-place.ts'
import type { HeldObject } from './values.ts'

// Assertions that must hold in the virtual machine; otherwise the node's predictions are wrong.

/** Asserts that the events of each type are exactly the expected ones, in this order. */
export function checksOfEvents(events: readonly EmittedEvent[], packageId: string): string[] {
  const byType = Map.groupBy(events, ({ type }) => type)
  return [
    `assert!(sui::event::num_events() == ${events.length}, 1002);`,
    ...[...byType].map(([type, ofType]) => {
      const length = bcs.uleb128().serialize(ofType.length).toBytes()
      const all = Buffer.concat([length, ...ofType.map(({ contents }) => contents)])
      return `assert!(std::bcs::to_bytes(&sui::event::events_by_type<${typeText(type, packageId)}>()) == ${bytesText(all)}, 1003);`
    }),
  ]
}

export function checksOfGifts(
  gifts: readonly { readonly object: HeldObject; readonly to: string }[],
  packageId: string,
): string[] {
  const coins = gifts.filter(({ object }) => coinOf(object.type) !== undefined)
  const others = gifts.filter(({ object }) => coinOf(object.type) === undefined)
  const byCoin = Map.groupBy(coins, ({ object }) => coinOf(object.type))
  return [
    ...[...byCoin].map(([coinType, ofCoin]) => {
      const to = addressesText(ofCoin.map((gift) => gift.to))
      const objectIds = addressesText(ofCoin.map(({ object }) => object.objectId))
      const values = numbersText(
        'u64',
        ofCoin.map(({ object }) => coinValue(object.contents)),
      )
      return `gone_to_coins<${coinType}>(&s, ${to}, ${objectIds}, ${values});`
    }),
    ...others.map(
      ({ object, to }) =>
        `gone_to<${typeText(object.type, packageId)}>(&s, @${to}, @${object.objectId}, ${bytesText(object.contents)});`,
    ),
  ]
}
