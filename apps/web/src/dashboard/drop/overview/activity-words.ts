import type { EventType } from '@dropkit/core'
import { amountInWords } from '../../../words/drop-amount.ts'
import { eventInWords } from '../../../words/event-words.ts'
import { shortAddress } from '../../../words/short-address.ts'
import type { ShownDrop } from '../shown-drop.ts'

/** What is said of a wallet's claim: the wallet, then this, then the amount. */
const CLAIM_WORDS: Readonly<Record<string, string>> = {
  'drop.claimed': 'claimed',
  'claim.revealed': 'drew',
  'claim.confirmed': 'got',
  'claim.expired': 'did not take',
  'claim.failed': 'could not be given',
} satisfies Partial<Record<EventType, string>>

/** An event of a drop in a sentence. */
export function activityInWords(
  drop: Pick<ShownDrop, 'type' | 'token'>,
  { event, details }: { readonly event: string; readonly details: unknown },
): string {
  const { userAddress, amount, round } = (details ?? {}) as Readonly<Record<string, unknown>>
  const does = CLAIM_WORDS[event]
  // The amount of a claim that waits for the beacon is told by `claim.revealed`.
  if (event === 'drop.claimed' && round !== undefined && typeof userAddress === 'string')
    return `${shortAddress(userAddress)} ${does} a random amount`
  if (does !== undefined && typeof userAddress === 'string' && typeof amount === 'string') {
    return `${shortAddress(userAddress)} ${does} ${amountInWords(drop, amount)}`
  }
  return eventInWords(event)
}
