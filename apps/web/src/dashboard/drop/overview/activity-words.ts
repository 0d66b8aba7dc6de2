import type { EventType } from '@dropkit/core'
import { amountInWords } from '../../../words/drop-amount.ts'
import { eventInWords } from '../../../words/event-words.ts'
import { shortAddress } from '../../../words/short-address.ts'
import type { ShownDrop } from '../shown-drop.ts'

/** What is said of a wallet's claim: the wallet, then this, then the amount. */
const CLAIM_WORDS: Readonly<Record<string, string>> = {
  'drop.claimed': 'claimed',
  'claim.confirmed': 'got',
  'claim.expired': 'did not take',
  'claim.failed': 'could not be given',
} satisfies Partial<Record<EventType, string>>

/** An event of a drop in a sentence. */
export function activityInWords(
  drop: Pick<ShownDrop, 'type' | 'token'>,
  { event, details }: { readonly event: string; readonly details: unknown },
): string {
  const { userAddress, amount } = (details ?? {}) as Readonly<Record<string, unknown>>
  const does = CLAIM_WORDS[event]
  if (does !== undefined && typeof userAddress === 'string' && typeof amount === 'string') {
    return `${shortAddress(userAddress)} ${does} ${amountInWords(drop, amount)}`
  }
  return eventInWords(event)
}
