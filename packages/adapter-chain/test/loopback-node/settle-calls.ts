import { bcs } from '@mysten/sui/bcs'
import { normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { cleverAbort, ExecutionFailure, moveAbort } from './clever-abort.ts'
import { looksBytes, looksField, removedLooks } from './collection-rights.ts'
import { addressesText, bytesText, looksText, numbersText, typeText, vaultText } from './move-structs.ts'
import type { MoveVm } from './move-vm.ts'
import { coinOf, coinValue, type HeldObject, newObject } from './objects.ts'
import { type EmittedEvent, type Notes, type TransactionPlace, wordField } from './transaction-place.ts'

const ADDRESSES: Readonly<Record<string, string>> = {
  std: normalizeSuiAddress('0x1'),
  sui: normalizeSuiAddress('0x2'),
}

// Assertions that must hold in the virtual machine; otherwise the node's predictions are wrong.

/** Asserts that the events of each type are exactly the expected ones, in this order. */
function checksOfEvents(events: readonly EmittedEvent[], packageId: string): string[] {
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

function checksOfGifts(
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

/** Runs the recorded calls in the virtual machine, and writes the resulting objects and events. Throws if a call aborts. */
export async function settleCalls(run: Notes, place: TransactionPlace, vm: MoveVm): Promise<void> {
  const { packageId, ids } = place
  const open = [...run.vaults.values()].filter(({ isClosed }) => !isClosed)
  const outcome = await vm.run({
    ...place,
    idsCreated: run.idsCreated,
    ids: ids.all(),
    expiriesMs: run.expiriesMs,
    modules: [...run.modules],
    strangeTypes: [...run.strangeTypes],
    setup: [
      ...[...run.vaults.values()].map(({ variable, object, words }) => {
        const there = [...words].filter((entry): entry is [bigint, bigint] => entry[1] !== undefined)
        return `let mut ${variable} = ${vaultText(object.type, object.contents, new Map(there), packageId)};`
      }),
      ...[...run.vaults.values()].flatMap(({ variable, takenLooks }) =>
        [...takenLooks].map(([number, looks]) => looksText(variable, number, looks)),
      ),
      ...run.setup,
    ],
    calls: run.calls.map(({ text }) => text),
    checks: [
      `assert!(ctx.fresh_object_address() == @${ids.peek()}, 1001);`,
      ...checksOfEvents(run.events, packageId),
      ...run.results.map(
        ({ variable, object }) =>
          `assert!(std::bcs::to_bytes(&${variable}) == ${bytesText(object.contents)}, 1004);`,
      ),
      ...open.flatMap(({ variable, addedLooks }) =>
        [...addedLooks].map(
          ([number, looks]) =>
            `assert!(dropkit::nft_drop::looks_of(&${variable}, ${number}) == ${bytesText(looksBytes(looks))}, 1007);`,
        ),
      ),
    ],
    wanted: open.flatMap(({ variable, object, words }) => {
      const module = object.type.includes('::nft_drop::') ? 'nft_drop' : 'drop'
      const wordNames = numbersText('u64', [...words.keys()])
      return [
        `std::bcs::to_bytes(&${variable})`,
        `std::bcs::to_bytes(&dropkit::${module}::bits_of(&${variable}, ${wordNames}))`,
      ]
    }),
    cleanUp: [
      ...open.map(({ variable }) => `sui::test_scenario::return_shared(${variable});`),
      ...[...run.caps.values(), ...run.results.map(({ variable }) => variable)].map(
        (variable) => `sui::transfer::public_transfer(${variable}, @0xd15);`,
      ),
    ],
    shared: run.shared.map(({ objectId, type }) => ({ objectId, type: typeText(type, packageId) })),
    checksAfter: checksOfGifts(run.gifts, packageId),
  })
  if (outcome.kind === 'aborted') {
    const command = run.calls[outcome.call]?.command ?? 0
    const [address = '', module = ''] = outcome.module.split('::')
    const location = { packageId: ADDRESSES[address] ?? packageId, module }
    const { code } = outcome
    if (code === null)
      throw new ExecutionFailure('MOVE_PRIMITIVE_RUNTIME_ERROR', { command: BigInt(command) })
    if (typeof code === 'bigint') throw moveAbort(code, location, command)
    throw cleverAbort(place.page.module(packageId, module), code, location, command)
  }
  const contents = [...outcome.contents]
  for (const { object, takenLooks, addedLooks } of run.vaults.values()) {
    for (const number of takenLooks.keys()) place.made.push(removedLooks(packageId, object.objectId, number))
    for (const [number, looks] of addedLooks)
      place.made.push(looksField(packageId, object.objectId, number, looks))
  }
  for (const { object, words, tableId } of open) {
    object.contents = contents.shift() ?? object.contents
    const bits = bcs.vector(bcs.u256()).parse(contents.shift() ?? Uint8Array.of(0))
    for (const [index, word] of [...words.keys()].entries()) {
      place.made.push(wordField(place.page, tableId, word, BigInt(bits[index] ?? 0)))
    }
  }
  for (const { objectId, type } of run.shared) {
    const made = newObject(objectId, normalizeStructTag(type), contents.shift() ?? new Uint8Array())
    // The initial shared version is the version of the transaction, which the caller fills in.
    made.newOwner = { kind: 'shared', initialSharedVersion: 0n }
    place.made.push(made)
  }
  place.events.push(...run.events)
}
