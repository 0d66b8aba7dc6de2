/** Intents by drop, and by drop and creator. */
export const intentsOfDrop = (): string[] => [
  'create index payment_intents_drop on payment_intents (drop_id, id) where payer_id <> creator_id',
  'create index payment_intents_drop_payer on payment_intents (drop_id, payer_id, id)',
]
