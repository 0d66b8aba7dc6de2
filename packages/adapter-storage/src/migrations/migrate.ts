import type { Log } from '@dropkit/core'
import type { Knex } from 'knex'
import { logAndQueue } from './0001-log-and-queue.ts'
import { records } from './0001-records.ts'
import { identity, payments, webhooks } from './0002-payments-identity-webhooks.ts'
import {
  claimCallers,
  contentNames,
  eventTypes,
  intentsOfDrop,
  jobFailures,
  shownOnce,
  transferAttempts,
  unmatchedPayments,
  vaultAlarms,
  webhookStart,
} from './0003-to-0012.ts'
import {
  beaconDraws,
  challengeRequesters,
  claimLinks,
  deliveredPositions,
  filteredLists,
  gatingExemptions,
  jobOwners,
  lapsedIntents,
  lotteries,
  openThingsOfUser,
  payoutsOfDrop,
  pieces,
  sealingKey,
} from './0013-to-0026.ts'
import {
  branding,
  candidatesOfUser,
  claimRecipients,
  collections,
  deliveryAttempts,
  dropCounts,
  earlierSecrets,
  embedOrigins,
  humanChecks,
  intentsWaitingWith,
  limitedOfUser,
  openTransactions,
  openVaultsOfUser,
  profileLinks,
  statusFilters,
  storedBytes,
  waitingDeliveries,
  webhookBacklogs,
} from './0030-to-0049.ts'
import {
  deliveriesThroughPause,
  formerKeys,
  intentsOfDropByState,
  lastFailures,
  oldestUnspent,
  paymentCoins,
  sessionsOfUser,
} from './0050-to-0054.ts'
import type { Words } from './words.ts'

/** All migrations, oldest first. A released migration is never edited. */
const MIGRATIONS: readonly {
  readonly name: string
  readonly statements: (words: Words) => readonly string[]
}[] = [
  { name: '0001-first', statements: (words) => [...records(words), ...logAndQueue(words)] },
  {
    name: '0002-payments-identity-webhooks',
    statements: (words) => [...payments(words), ...identity(words), ...webhooks(words)],
  },
  { name: '0003-content-names', statements: contentNames },
  { name: '0004-shown-once', statements: shownOnce },
  { name: '0005-event-types', statements: eventTypes },
  { name: '0006-claim-callers', statements: claimCallers },
  { name: '0007-vault-alarms', statements: vaultAlarms },
  { name: '0008-intents-of-drop', statements: intentsOfDrop },
  { name: '0009-webhook-start', statements: webhookStart },
  { name: '0010-unmatched-payments', statements: unmatchedPayments },
  { name: '0011-transfer-attempts', statements: transferAttempts },
  { name: '0012-job-failures', statements: jobFailures },
  { name: '0013-filtered-lists', statements: filteredLists },
  { name: '0014-payouts-of-drop', statements: payoutsOfDrop },
  { name: '0015-open-things-of-user', statements: openThingsOfUser },
  { name: '0016-lapsed-intents', statements: lapsedIntents },
  { name: '0017-challenge-requesters', statements: challengeRequesters },
  { name: '0018-sealing-key', statements: sealingKey },
  { name: '0019-delivered-positions', statements: deliveredPositions },
  { name: '0020-beacon-draws', statements: beaconDraws },
  { name: '0021-pieces', statements: pieces },
  { name: '0022-gating-exemptions', statements: gatingExemptions },
  { name: '0024-claim-links', statements: claimLinks },
  { name: '0025-lotteries', statements: lotteries },
  { name: '0026-job-owners', statements: jobOwners },
  { name: '0030-collections', statements: collections },
  { name: '0031-stored-bytes', statements: storedBytes },
  { name: '0032-delivery-attempts', statements: deliveryAttempts },
  { name: '0033-branding', statements: branding },
  { name: '0034-claim-recipients', statements: claimRecipients },
  { name: '0035-embed-origins', statements: embedOrigins },
  { name: '0036-drop-counts', statements: dropCounts },
  { name: '0037-human-checks', statements: humanChecks },
  { name: '0040-profile-links', statements: profileLinks },
  { name: '0041-status-filters', statements: statusFilters },
  { name: '0042-webhook-backlogs', statements: webhookBacklogs },
  { name: '0043-candidates-of-user', statements: candidatesOfUser },
  { name: '0044-open-vaults-of-user', statements: openVaultsOfUser },
  { name: '0045-waiting-deliveries', statements: waitingDeliveries },
  { name: '0046-limited-of-user', statements: limitedOfUser },
  { name: '0047-intents-waiting-with', statements: intentsWaitingWith },
  { name: '0048-open-transactions', statements: openTransactions },
  { name: '0049-earlier-secrets', statements: earlierSecrets },
  { name: '0050-sessions-of-user', statements: sessionsOfUser },
  { name: '0051-last-failures', statements: lastFailures },
  { name: '0052-intents-of-drop-by-state', statements: intentsOfDropByState },
  { name: '0053-former-keys', statements: formerKeys },
  {
    name: '0054-exactness',
    statements: (words) => [...paymentCoins(words), ...oldestUnspent(), ...deliveriesThroughPause(words)],
  },
]

export const MIGRATIONS_TABLE = 'migrations'

/** Whether a database has all migrations of this release. It may also have migrations of a newer release. */
export const isUpToDate = (applied: readonly string[]): boolean =>
  MIGRATIONS.every((migration) => applied.includes(migration.name))

/** Whether a database has no migrations of a newer release. */
export const isKnown = (applied: readonly string[]): boolean =>
  applied.every((name) => MIGRATIONS.some((migration) => migration.name === name))

/**
 * Migrates the tables, in one transaction on one connection. `lock` is its first statement, and makes other servers that
 * start at the same time wait.
 */
export async function migrate(
  knex: Knex,
  words: Words,
  lock: (transaction: Knex.Transaction) => Promise<void>,
  log: Log | undefined,
): Promise<void> {
  await knex.transaction(async (transaction) => {
    await lock(transaction)
    // Another server may have migrated the tables in the meantime. One of a newer release has added migrations that are
    // unknown here.
    if (await transaction.schema.hasTable(MIGRATIONS_TABLE)) {
      if (isUpToDate(await transaction(MIGRATIONS_TABLE).pluck<string[]>('name'))) return
    }
    const [, done]: [number, string[]] = await transaction.migrate.latest({
      tableName: MIGRATIONS_TABLE,
      migrationSource: {
        getMigrations: async () => [...MIGRATIONS],
        getMigrationName: (migration) => migration.name,
        getMigration: async (migration) => ({
          up: async (inside: Knex) => {
            for (const statement of migration.statements(words))
              await inside.raw(statement).catch((cause) => {
                // Knex puts the whole statement before the reason.
                cause.message = `the migration ${migration.name} failed: ${cause.message.replace(`${statement} - `, '')}`
                throw cause
              })
          },
          down: async () => {
            throw new Error('tables only go forward')
          },
        }),
      } satisfies Knex.MigrationSource<(typeof MIGRATIONS)[number]>,
    })
    if (done.length > 0) log?.info('database migrated', { migrations: done })
  })
}
