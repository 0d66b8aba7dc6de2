import { chainTransactionsTable } from './0001-records.ts'
import type { Words } from './words.ts'

/**
 * Vaults that are paused because the chain shows something that the store cannot explain, and the transactions that pause
 * and resume them.
 */
export const vaultAlarms = (words: Words): string[] => [
  `alter table drops add column vault_alarm ${words.text} check (vault_alarm is null or vault = 'open')`,
  `alter table drops add column ${words.amount('vault_missing')}`,
  `create index drops_vault_alarm on drops (id) where vault_alarm is not null`,
  `create index drops_open_vault on drops (id) where vault = 'open'`,
  // The purposes are listed in a CHECK, which SQLite can change only by creating the table again.
  'drop index chain_transactions_open',
  'alter table chain_transactions rename to earlier_chain_transactions',
  ...chainTransactionsTable(words, ['pause_vault', 'resume_vault']),
  'insert into chain_transactions select * from earlier_chain_transactions',
  'drop table earlier_chain_transactions',
]
