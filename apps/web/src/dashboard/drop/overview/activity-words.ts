import { amountInWords } from '../../../words/drop-amount.ts'
import { shortAddress } from '../../../words/short-address.ts'
import type { ShownDrop } from '../shown-drop.ts'

const WORDS: Readonly<Record<string, string>> = {
  'drop.created': 'The drop was made',
  'drop.updated': 'Settings were changed',
  'drop.activated': 'The drop opened',
  'drop.paused': 'The drop was paused',
  'drop.resumed': 'The drop went on',
  'drop.sold_out': 'Everything has been claimed',
  'drop.completed': 'The drop is complete',
  'drop.ended': 'The drop ended',
  'drop.cancelled': 'The drop was called off',
  'drop.key_rotated': 'The signing key was exchanged',
  'gating.updated': 'The rules on who may claim were changed',
  'payment.created': 'A payment was begun',
  'payment.confirmed': 'A payment came in',
  'payment.requires_review': 'A payment waits for your decision',
  'payment.expired': 'A payment was not made in time',
  'payment.cancelled': 'A payment was called off',
  'payment.refunded': 'A payment was refunded',
  'refund.created': 'A refund was begun',
  'refund.succeeded': 'A refund arrived',
  'refund.failed': 'A refund failed',
}

/** What is said of a wallet's claim: the wallet, then this, then the amount. */
const CLAIM_WORDS: Readonly<Record<string, string>> = {
  'drop.claimed': 'claimed',
  'claim.confirmed': 'got',
  'claim.expired': 'did not take',
  'claim.failed': 'could not be given',
}

/** An event of a drop in a sentence; what this page does not know yet goes by its name. */
export function activityInWords(
  drop: Pick<ShownDrop, 'type' | 'token'>,
  { event, details }: { readonly event: string; readonly details: unknown },
): string {
  const { userAddress, amount } = (details ?? {}) as Readonly<Record<string, unknown>>
  const does = CLAIM_WORDS[event]
  if (does !== undefined && typeof userAddress === 'string' && typeof amount === 'string') {
    return `${shortAddress(userAddress)} ${does} ${amountInWords(drop, amount)}`
  }
  return WORDS[event] ?? event.replaceAll(/[._]/g, ' ')
}
