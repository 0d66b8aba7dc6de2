/** Reads open vaults owner by owner, so that the audit can go on to the next owner however many vaults one has. */
export const openVaultsOfUser = (): string[] => [
  'drop index drops_open_vault',
  'drop index drops_open_vault_creator',
  `create index drops_open_vault_of_user on drops (creator_id, id) where vault = 'open'`,
]
