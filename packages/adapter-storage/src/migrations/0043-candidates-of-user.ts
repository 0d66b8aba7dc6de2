/** Finds the intents of a user for which a transaction is named, however many other users have. */
export const candidatesOfUser = (): string[] => [
  `create index payment_intents_candidate_of_user on payment_intents (payer_id, expires_at, id)
     where candidate is not null`,
]
