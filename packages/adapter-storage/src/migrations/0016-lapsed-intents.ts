/** The unpaid intents of a drop, by wallet and by payer. They limit how many items a wallet or payer can hold. */
export const lapsedIntents = (): string[] =>
  ['wallet', 'payer_id'].map(
    (holder) =>
      `create index payment_intents_lapsed_${holder === 'wallet' ? 'wallet' : 'payer'}
         on payment_intents (${holder}, drop_id, expires_at) where state in ('EXPIRED', 'CANCELLED')`,
  )
