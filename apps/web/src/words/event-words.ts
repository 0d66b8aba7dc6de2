import type { EventType } from '@dropkit/core'

/** What has happened, to somebody who does not know the events' names. */
const EVENT_WORDS: Readonly<Record<EventType, string>> = {
  'drop.created': 'The drop was created',
  'drop.updated': 'The drop was changed',
  'drop.activated': 'The drop was opened',
  'drop.paused': 'The drop was paused',
  'drop.resumed': 'The drop was resumed',
  'drop.claimed': 'Somebody claimed',
  'drop.sold_out': 'Everything is claimed',
  'drop.completed': 'The drop is complete',
  'drop.ended': 'The drop ended',
  'drop.cancelled': 'The drop was cancelled',
  'drop.deleted': 'The drop was deleted',
  'drop.key_rotated': 'The drop got a new key',
  'lottery.closed': 'The entries were closed',
  'lottery.drawn': 'The lottery was drawn',
  'lottery.admitted': 'The next wallets may claim',
  'claim.revealed': 'An amount was drawn',
  'claim.confirmed': 'A claim arrived on the chain',
  'claim.failed': 'A claim failed',
  'claim.expired': 'A claim ran out',
  'payment.created': 'Somebody is about to pay',
  'payment.confirmed': 'A payment arrived',
  'payment.requires_review': 'A payment needs your review',
  'payment.expired': 'A payment did not come in time',
  'payment.cancelled': 'A payment was cancelled',
  'payment.refunded': 'A payment was given back',
  'refund.created': 'A refund began',
  'refund.succeeded': 'A refund arrived',
  'refund.failed': 'A refund failed',
  'token.created': 'A token was created',
  'token.deployed': 'A token is on the chain',
  'token.failed': 'A token did not get on the chain',
  'gating.updated': 'The rules on who may claim changed',
  'gating.exemption_granted': 'A wallet was exempted from the rules',
  'gating.exemption_revoked': 'The exemption of a wallet was revoked',
  'webhook.test': 'A test',
  'webhook.disabled': 'A webhook was switched off for failing',
}

/** An event in words; one that these pages do not know yet goes by its name. */
export const eventInWords = (type: string): string =>
  isKnown(type) ? EVENT_WORDS[type] : type.replaceAll(/[._]/g, ' ')

const isKnown = (type: string): type is EventType => Object.hasOwn(EVENT_WORDS, type)
