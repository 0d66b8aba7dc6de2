import type { Log } from '@dropkit/core'
import type { Knex } from 'knex'
import { logAndQueue } from './0001-log-and-queue.ts'
import { records } from './0001-records.ts'
import { identity } from './0002-identity.ts'
import { payments } from './0002-payments.ts'
import { webhooks } from './0002-webhooks.ts'
import { contentNames } from './0003-content-names.ts'
import { shownOnce } from './0004-shown-once.ts'
import { eventTypes } from './0005-event-types.ts'
import { claimCallers } from './0006-claim-callers.ts'
import { vaultAlarms } from './0007-vault-alarms.ts'
import { intentsOfDrop } from './0008-intents-of-drop.ts'
import { webhookStart } from './0009-webhook-start.ts'
import { unmatchedPayments } from './0010-unmatched-payments.ts'
import { transferAttempts } from './0011-transfer-attempts.ts'
import { jobFailures } from './0012-job-failures.ts'
import { filteredLists } from './0013-filtered-lists.ts'
import { payoutsOfDrop } from './0014-payouts-of-drop.ts'
import { openThingsOfUser } from './0015-open-things-of-user.ts'
import { lapsedIntents } from './0016-lapsed-intents.ts'
import { challengeRequesters } from './0017-challenge-requesters.ts'
import { sealingKey } from './0018-sealing-key.ts'
import { deliveredPositions } from './0019-delivered-positions.ts'
import { beaconDraws } from './0020-beacon-draws.ts'
import { pieces } from './0021-pieces.ts'
import { gatingExemptions } from './0022-gating-exemptions.ts'
import { claimLinks } from './0024-claim-links.ts'
import { lotteries } from './0025-lotteries.ts'
import { jobOwners } from './0026-job-owners.ts'
import { collections } from './0030-collections.ts'
import { storedBytes } from './0031-stored-bytes.ts'
import { deliveryAttempts } from './0032-delivery-attempts.ts'
import { branding } from './0033-branding.ts'
import { claimRecipients } from './0034-claim-recipients.ts'
import { embedOrigins } from './0035-embed-origins.ts'
import { dropCounts } from './0036-drop-counts.ts'
import { humanChecks } from './0037-human-checks.ts'
import { profileLinks } from './0040-profile-links.ts'
import { statusFilters } from './0041-status-filters.ts'
import { webhookBacklogs } from './0042-webhook-backlogs.ts'
import { candidatesOfUser } from './0043-candidates-of-user.ts'
import { openVaultsOfUser } from './0044-open-vaults-of-user.ts'
import { waitingDeliveries } from './0045-waiting-deliveries.ts'
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
 * start at the same time wait. They then have nothing to do.
 */
export async function migrate(
  knex: Knex,
  words: Words,
  lock: (transaction: Knex.Transaction) => Promise<void>,
  log: Log | undefined,
): Promise<void> {
  await knex.transaction(async (transaction) => {
    await lock(transaction)
    const [, done]: [number, string[]] = await transaction.migrate.latest({
      tableName: MIGRATIONS_TABLE,
      migrationSource: {
        getMigrations: async () => [...MIGRATIONS],
        getMigrationName: (migration) => migration.name,
        getMigration: async (migration) => ({
          up: async (inside: Knex) => {
            for (const statement of migration.statements(words)) await inside.raw(statement)
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
