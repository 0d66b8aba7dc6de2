import type { Words } from './words.ts'

/**
 * `statusOf` of the domain as SQL: the status of a payment intent that the API shows. The indexes below are on this expression,
 * so neither may change.
 */
export const intentStatus = (client: Words['client']): string => {
  const zero = client === 'pg' ? '0' : `'${'0'.repeat(20)}'`
  return `case
    when state not in ('PAID', 'IN_REVIEW') then state
    when refunded >= paid_amount then 'REFUNDED'
    when state = 'IN_REVIEW' then 'REQUIRES_REVIEW'
    when refunded > ${zero} then 'PARTIALLY_REFUNDED'
    else 'CONFIRMED' end`
}

/** Each state of a delivery as a condition of a partial index. Migration 0045 replaces the one of `waiting`. */
const DELIVERIES_IN = {
  waiting: `state not in ('delivered', 'given_up')`,
  delivered: `state = 'delivered'`,
  given_up: `state = 'given_up'`,
} as const

/** Payments by status, of a buyer, of a creator and of a drop, and the deliveries of a webhook by state. */
export const statusFilters = ({ client }: Words): string[] => [
  `create index payment_intents_payer_status on payment_intents (payer_id, (${intentStatus(client)}), id)`,
  ...['creator', 'drop'].map(
    (scope) =>
      `create index payment_intents_${scope}_status on payment_intents (${scope}_id, (${intentStatus(client)}), id)
       where payer_id <> creator_id`,
  ),
  ...Object.entries(DELIVERIES_IN).map(
    ([state, condition]) =>
      `create index webhook_deliveries_${state} on webhook_deliveries (webhook_id, position) where ${condition}`,
  ),
]
