import type { EventType } from '@dropkit/core'

export const AREA_WORDS: Readonly<Record<string, string>> = {
  drop: 'Drops',
  claim: 'Claims',
  payment: 'Payments',
  refund: 'Refunds',
  token: 'Tokens',
  gating: 'Who may claim',
  webhook: 'Webhooks',
}

/** What has happened, to somebody who does not know the events' names. */
export const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'drop.created': 'A drop was created',
  'drop.updated': 'A drop was changed',
  'drop.activated': 'A drop went live',
  'drop.paused': 'A drop was paused',
  'drop.resumed': 'A drop goes on',
  'drop.claimed': 'Somebody claimed',
  'drop.sold_out': 'Everything is claimed',
  'drop.completed': 'A drop is done',
  'drop.ended': 'A drop ended',
  'drop.cancelled': 'A drop was called off',
  'drop.deleted': 'A drop was deleted',
  'drop.key_rotated': 'A drop got a new key',
  'claim.confirmed': 'A claim arrived on the chain',
  'claim.failed': 'A claim failed',
  'claim.expired': 'A claim ran out',
  'payment.created': 'Somebody is about to pay',
  'payment.confirmed': 'A payment arrived',
  'payment.requires_review': 'A payment needs your review',
  'payment.expired': 'A payment did not come in time',
  'payment.cancelled': 'A payment was called off',
  'payment.refunded': 'A payment was given back',
  'refund.created': 'A refund began',
  'refund.succeeded': 'A refund arrived',
  'refund.failed': 'A refund failed',
  'token.created': 'A token was created',
  'token.deployed': 'A token is on the chain',
  'token.failed': 'A token did not get on the chain',
  'gating.updated': 'The rules of a drop changed',
  'webhook.test': 'A test',
  'webhook.disabled': 'A webhook was switched off for failing',
}

/** What a webhook asks for, in a line. */
export function eventsInWords(patterns: readonly string[]): string {
  if (patterns.includes('*')) return 'Everything'
  return patterns
    .map((pattern) =>
      pattern.endsWith('.*') ? `${AREA_WORDS[pattern.slice(0, -2)] ?? pattern}: all` : pattern,
    )
    .join(', ')
}
