import {
  amountOf,
  type BeaconChain,
  type DrawCheck,
  type DrawRecord,
  parseAddress,
  parseAmount,
} from '@dropkit/core'
import { readId } from '@dropkit/core/internal'
import { useEffect, useState } from 'react'
import {
  DrawsPageDocument,
  type DrawsPageQuery,
  type DropToCheckFragment,
} from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { browserHashes, checkDraws, yieldToBrowser } from './draws.ts'

export type DropCheck =
  | { readonly kind: 'loading'; readonly loaded: number }
  | { readonly kind: 'checking'; readonly checked: number; readonly draws: DrawRecord['draws'] }
  | { readonly kind: 'done'; readonly check: DrawCheck; readonly draws: DrawRecord['draws'] }
  | { readonly kind: 'failed'; readonly error: unknown }

const PAGE = 200

type Draw = DrawRecord['draws'][number]

/**
 * Reads all draws of a drop, or those before the claim with the id `before`, page by page, oldest first. `onProgress` is
 * called with the number of draws read. If `signal` aborts, it rejects with the signal's reason.
 */
export async function readDraws(
  dropId: string,
  onProgress: (loaded: number) => void,
  signal: AbortSignal,
  before: string | null = null,
): Promise<readonly Draw[]> {
  const newestFirst: Draw[] = []
  let after = before
  for (;;) {
    const { claims }: DrawsPageQuery = await request(DrawsPageDocument, { dropId, limit: PAGE, after })
    signal.throwIfAborted()
    newestFirst.push(...claims.map(asDraw))
    onProgress(newestFirst.length)
    after = claims.at(-1)?.id ?? null
    if (claims.length < PAGE || after === null) return newestFirst.reverse()
  }
}

function asDraw(claim: DrawsPageQuery['claims'][number]): Draw {
  const { sequence, userAddress, recipient, round, beaconSignature: signature, orderHead: head } = claim
  const { createdAt } = claim
  const claimer = parseAddress(userAddress ?? '', 'userAddress')
  const to = parseAddress(recipient ?? '', 'recipient')
  // The amount is null until the beacon has drawn it.
  const amount = claim.amount ?? (round === null ? null : '0')
  if (!claimer.ok || sequence === null || amount === null || createdAt === null)
    throw new Error('A draw cannot be read')
  return {
    sequence,
    claimer: claimer.value,
    ...(to.ok && to.value !== claimer.value ? { recipient: { address: to.value } } : {}),
    amount: amountOf(BigInt(amount)),
    draw: round === null ? null : { round, signature },
    head,
    createdAt: Date.parse(createdAt),
  }
}

/** Loads the draws of a finished drop and recomputes them in the browser. `again` restarts the check. */
export function useDropCheck(drop: DropToCheckFragment): { readonly state: DropCheck; again(): void } {
  const [state, setState] = useState<DropCheck>({ kind: 'loading', loaded: 0 })
  const [round, setRound] = useState(0)
  const { id, maxAmount, supply, randomnessCommitment, randomnessSeed, orderHead } = drop
  const beacon = drop.beacon && chainOf(drop.beacon)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts the check.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function check(): Promise<void> {
      setState({ kind: 'loading', loaded: 0 })
      const draws = await readDraws(id, (loaded) => setState({ kind: 'loading', loaded }), signal)
      setState({ kind: 'checking', checked: 0, draws })
      const dropId = readId('drop', id)
      const pool = parseAmount(maxAmount ?? '', 'maxAmount')
      if (!dropId || !pool.ok || randomnessCommitment === null || randomnessSeed === null)
        throw new Error('The drop cannot be read')
      const record = {
        dropId,
        pool: pool.value,
        supply,
        commitment: randomnessCommitment,
        seed: randomnessSeed,
        draws,
        beacon,
        orderHead,
      }
      const found = await checkDraws(record, browserHashes, async (checked) => {
        setState({ kind: 'checking', checked, draws })
        await yieldToBrowser()
        signal.throwIfAborted()
      })
      signal.throwIfAborted()
      setState({ kind: 'done', check: found, draws })
    }
    check().catch((error: unknown) => {
      if (!signal.aborted) setState({ kind: 'failed', error })
    })
    return () => leaving.abort()
  }, [id, maxAmount, supply, randomnessCommitment, randomnessSeed, round])

  return { state, again: () => setRound((last) => last + 1) }
}

/** The chain of a beacon as the API shows it. */
export function chainOf({
  chainHash: hash,
  genesisAt,
  ...chain
}: NonNullable<DropToCheckFragment['beacon']>): BeaconChain {
  return { hash, ...chain, genesisAt: Date.parse(genesisAt) }
}
