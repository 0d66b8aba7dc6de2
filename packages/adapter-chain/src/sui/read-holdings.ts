import {
  type Address,
  type Amount,
  type Chain,
  type ChainAnswer,
  MOST_COUNTED_OBJECTS,
  ok,
} from '@dropkit/core'
import { normalizeType, ZERO } from '@dropkit/core/internal'
import { currencyIdOf, waitingCurrency } from './coin-registrations.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf, amountFrom, isUnknownName, orNull, packageOf } from './sui-node.ts'

/** A node has no request for several owners, so this many requests run at once. */
const REQUESTS_AT_ONCE = 16
const OBJECTS_PER_PAGE = 1_000
/** A node may return smaller pages. If an owner's objects do not fit into this many, their number is unknown. */
const MAX_PAGES = 100

/** Reads coins and the holdings of addresses. */
export function createHoldingsReader(context: SuiContext): Pick<Chain, 'coin' | 'balances' | 'ownedObjects'> {
  const { client, calls } = context

  return {
    async coin(given) {
      const coinType = normalizeType(given)
      if (coinType === undefined) return ok(null)
      return calls.ask('coin', (abort) => readCoin(context, coinType, abort))
    },

    async balances(given, owners) {
      const coinType = normalizeType(given)
      if (coinType === undefined) return ok(new Map(owners.map((owner) => [owner, ZERO])))
      return ofEach(owners, (owner) =>
        calls.ask('balance', async (abort): Promise<Amount> => {
          const asked = client.stateService.getBalance({ owner, coinType }, { abort })
          const answer = await orNull(asked, isUnknownName)
          return amountFrom(answer?.response.balance?.balance ?? 0n)
        }),
      )
    },

    async ownedObjects(given, owners) {
      const type = normalizeType(given)
      if (type === undefined) return ok(new Map(owners.map((owner) => [owner, 0])))
      const counts = await ofEach(owners, (owner) => countOwned(context, type, owner))
      if (!counts.ok) return counts
      return ok(
        new Map([...counts.value].flatMap(([owner, count]) => (count === null ? [] : [[owner, count]]))),
      )
    },
  }
}

/** The answers by owner. Returns the failure if any request fails. */
async function ofEach<T>(
  owners: readonly Address[],
  ask: (owner: Address) => Promise<ChainAnswer<T>>,
): Promise<ChainAnswer<ReadonlyMap<Address, T>>> {
  const found = new Map<Address, T>()
  const waiting = [...new Set(owners)]
  let failure: Extract<ChainAnswer<T>, { ok: false }> | undefined
  const work = async () => {
    for (let owner = waiting.pop(); owner !== undefined && !failure; owner = waiting.pop()) {
      const answer = await ask(owner)
      if (answer.ok) found.set(owner, answer.value)
      else failure = answer
    }
  }
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work))
  return failure ?? ok(new Map(owners.map((owner) => [owner, found.get(owner) as T])))
}

/**
 * Null if the type is not a coin, or if the chain does not know its decimals. Nodes know the coins in the registry and
 * those that were created without it, but not those that are not registered yet.
 */
async function readCoin(context: SuiContext, coinType: string, abort: AbortSignal) {
  const coin = { coinType, packageId: packageOf(coinType) }
  // The client's own `getCoinMetadata` also returns null if the node cannot be reached.
  const asked = context.client.stateService.getCoinInfo({ coinType }, { abort })
  const metadata = (await orNull(asked, isUnknownName))?.response.metadata
  if (metadata?.id !== undefined) {
    const { id, symbol = '', decimals = 0 } = metadata
    return { ...coin, address: addressOf(id), symbol, decimals }
  }
  const waiting = await orNull(waitingCurrency(context, coinType, abort), isUnknownName)
  if (waiting === null) return null
  const { symbol, decimals } = waiting
  return { ...coin, address: currencyIdOf(coinType), symbol, decimals }
}

/** The number of objects, at most one above `MOST_COUNTED_OBJECTS`; null if there are too many pages. */
async function countOwned(
  { client, calls }: SuiContext,
  type: string,
  owner: Address,
): Promise<ChainAnswer<number | null>> {
  let count = 0
  let pageToken: Uint8Array | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await calls.ask('owned_objects', async (abort) => {
      const asked = client.stateService.listOwnedObjects(
        {
          owner,
          objectType: type,
          pageSize: OBJECTS_PER_PAGE,
          readMask: { paths: ['object_id'] },
          ...(pageToken === undefined ? {} : { pageToken }),
        },
        { abort },
      )
      return (await orNull(asked, isUnknownName))?.response ?? null
    })
    if (!answer.ok) return answer
    count += answer.value?.objects.length ?? 0
    pageToken = answer.value?.nextPageToken
    if (count > MOST_COUNTED_OBJECTS) return ok(MOST_COUNTED_OBJECTS + 1)
    if (pageToken === undefined || pageToken.length === 0) return ok(count)
  }
  return ok(null)
}
