import { type Address, type ChainAnswer, ok } from '@dropkit/core'
import { bcs } from '@mysten/sui/bcs'
import type { Transaction } from '@mysten/sui/transactions'
import { deriveObjectID, normalizeSuiAddress } from '@mysten/sui/utils'
import { type OwnedRef, type SharedRef, sharedRefOf } from './read-objects.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf } from './sui-node.ts'

/** The chain's coin registry, a shared object. */
const REGISTRY = normalizeSuiAddress('0xc')

/** `CurrencyKey` has no fields. Move encodes that as one byte. */
const KEY = Uint8Array.of(0)

/**
 * The object in which the registry stores a coin's name, decimals and supply. It does not exist before the coin is
 * registered.
 */
export const currencyIdOf = (coinType: string): Address =>
  addressOf(deriveObjectID(REGISTRY, `0x2::coin_registry::CurrencyKey<${coinType}>`, KEY))

/** The first fields of `coin_registry::Currency`. */
const CurrencyLayout = bcs.struct('Currency', {
  id: bcs.Address,
  decimals: bcs.u8(),
  name: bcs.string(),
  symbol: bcs.string(),
})

/**
 * The `Currency` of a coin that is published but not registered yet; null for any other coin. Nodes cannot find it by the
 * coin's type.
 */
export async function waitingCurrency(
  { client }: Pick<SuiContext, 'client'>,
  coinType: string,
  signal: AbortSignal,
) {
  const { objects } = await client.core.listOwnedObjects({
    owner: REGISTRY,
    type: `0x2::coin_registry::Currency<${coinType}>`,
    limit: 1,
    include: { content: true },
    signal,
  })
  const [object] = objects
  if (object === undefined) return null
  const { objectId, version, digest, content } = object
  return { reference: { objectId, version, digest } satisfies OwnedRef, ...CurrencyLayout.parse(content) }
}

/**
 * The objects that are needed to register a published coin: the registry, and the coin's `Currency`, which the registry
 * owns.
 */
export interface CoinRegistration {
  readonly coinType: string
  readonly registry: SharedRef
  readonly currency: OwnedRef
}

/**
 * Finds coins that are published but not registered yet. A coin cannot register itself when it is published: its `Currency`
 * is sent to the registry, and another transaction, which anyone may send, makes it the coin's entry there.
 */
export function createCoinRegistrations({ client, calls }: SuiContext) {
  let registry: SharedRef | undefined

  return {
    /** Null if the coin is registered already, or was created without the registry. */
    async find(coinType: string): Promise<ChainAnswer<CoinRegistration | null>> {
      const waiting = await calls.ask('coin_registration', (signal) =>
        waitingCurrency({ client }, coinType, signal),
      )
      if (!waiting.ok || waiting.value === null) return waiting as ChainAnswer<null>
      if (registry === undefined) {
        const found = await calls.ask('coin_registry', async (signal) => {
          const { objects } = await client.core.getObjects({ objectIds: [REGISTRY], signal })
          return objects[0] === undefined ? null : sharedRefOf(objects[0])
        })
        if (!found.ok) return found
        if (found.value === null) return ok(null)
        registry = found.value
      }
      return ok({ coinType, registry, currency: waiting.value.reference })
    },
  }
}

export function registerCoin(
  transaction: Transaction,
  { coinType, registry, currency }: CoinRegistration,
): void {
  transaction.moveCall({
    target: '0x2::coin_registry::finalize_registration',
    typeArguments: [coinType],
    arguments: [
      transaction.sharedObjectRef({ ...registry, mutable: true }),
      transaction.receivingRef(currency),
    ],
  })
}
