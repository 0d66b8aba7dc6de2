import type { Words } from './words.ts'

/** Finds the oldest intents of a wallet that hold items. */
export const oldestUnspent = (): string[] => [
  'drop index payment_intents_unspent',
  `create index payment_intents_unspent on payment_intents (wallet, drop_id, created_at, id) where held > 0`,
]

/** Whether a delivery uses up the object with which the service controls the vault. */
export const deliveriesThroughPause = ({ flag }: Words): string[] => [
  `alter table chain_transactions add column through_pause ${flag}`,
]

/**
 * The coin of a drop's payment totals. If several coins were counted together, no one knows how much is left of each. Servers
 * of an earlier release leave the column as it is.
 */
export const paymentCoins = ({ text }: Words): string[] => [
  `alter table drops add column takings_coin ${text}`,
  `update drops set takings_coin = (
     select case when min(coin_type) = max(coin_type) then min(coin_type) else 'several' end
     from payment_intents where drop_id = drops.id and paid_coin_type = coin_type and is_counted
   )
   where id in (select drop_id from payment_intents where paid_coin_type = coin_type and is_counted)`,
]
