/** The open vaults and unpaid payment intents of a user, which are limited. */
export const openThingsOfUser = (): string[] => [
  `create index drops_open_vault_creator on drops (creator_id) where vault = 'open'`,
  `create index payment_intents_open_of_payer on payment_intents (payer_id) where state in ('PENDING', 'PROCESSING')`,
]
