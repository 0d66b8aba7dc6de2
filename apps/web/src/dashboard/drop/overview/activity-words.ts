import type { EventType } from '@dropkit/core'
import { shortAddress } from '../../../words/addresses.ts'
import { amountInWords } from '../../../words/amount.ts'
import { eventInWords } from '../../../words/event-words.ts'
import { inDrop } from '../../../words/messages/drop.ts'
import type { ShownDrop } from '../use-drop.ts'

const CLAIM_EVENTS = [
  'drop.claimed',
  'claim.revealed',
  'claim.confirmed',
  'claim.expired',
  'claim.failed',
] as const satisfies readonly EventType[]

/** An event of a drop as a sentence. */
export function activityInWords(
  drop: Pick<ShownDrop, 'type' | 'token'>,
  { event, details }: { readonly event: string; readonly details: unknown },
): string {
  const { userAddress, amount, round } = (details ?? {}) as Readonly<Record<string, unknown>>
  const claimEvent = CLAIM_EVENTS.find((type) => type === event)
  // A later `claim.revealed` contains the amount of a claim that waits for the beacon.
  if (event === 'drop.claimed' && round !== undefined && typeof userAddress === 'string')
    return inDrop('claimedRandom', { wallet: shortAddress(userAddress) })
  if (claimEvent !== undefined && typeof userAddress === 'string' && typeof amount === 'string') {
    return inDrop(claimEvent, { wallet: shortAddress(userAddress), amount: amountInWords(drop, amount) })
  }
  return eventInWords(event)
}
