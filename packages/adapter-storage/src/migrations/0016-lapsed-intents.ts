/** The intents of a drop that were not paid, by their wallet and by their payer: they limit what these may hold. */
export const lapsedIntents = (): string[] =>
  ['wallet', 'payer_id'].map(
    (holder) =>
      `create index payment_intents_lapsed_${holder === 'wallet' ? 'wallet' : 'payer'}
         on payment_intents (${holder}, drop_id, expires_at) where state in ('EXPIRED', 'CANCELLED')`,
  )
