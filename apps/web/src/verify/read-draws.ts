import { amountOf, type DrawRecord, parseAddress } from '@dropkit/core'
import { DrawsPageDocument, type DrawsPageQuery } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'

const PAGE = 200

type Draw = DrawRecord['draws'][number]

/**
 * Reads all draws of a drop page by page, oldest first. `onProgress` is called with the number of draws read. If `signal`
 * aborts, it rejects with the signal's reason.
 */
export async function readDraws(
  dropId: string,
  onProgress: (loaded: number) => void,
  signal: AbortSignal,
): Promise<readonly Draw[]> {
  const newestFirst: Draw[] = []
  let after: string | null = null
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
