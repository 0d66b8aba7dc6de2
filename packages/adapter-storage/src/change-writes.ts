import type { ChangeSet, Claim, Drop, JobRequest } from '@dropkit/core'
import { createClaimHours } from './claim-hours.ts'
import type { Columns, Dialect, Value, Write } from './database.ts'
import { createJobRequests } from './job-requests.ts'
import { createReceiptEffects } from './receipt-effects.ts'
import { createWriter, pick } from './table-writes.ts'
import { chainTransactionsTable } from './tables/chain-transactions-table.ts'
import { claimsTable } from './tables/claims-table.ts'
import { dropsTable, isProgress, PROGRESS_COLUMNS, TAKINGS_COLUMNS } from './tables/drops-table.ts'
import { newEventColumns, valuesOfEvent } from './tables/events-table.ts'
import { challengesTable, filesTable, sessionsTable } from './tables/identity-tables.ts'
import { paymentIntentsTable } from './tables/payment-intents-table.ts'
import { valuesOf } from './tables/table.ts'
import { tokensTable } from './tables/tokens-table.ts'
import { payoutsTable, refundsTable } from './tables/transfers-tables.ts'
import { apiKeysTable, usersTable } from './tables/users-table.ts'
import { webhooksTable } from './tables/webhooks-tables.ts'

/** Turns a change into writes, at most a few for each table, whatever the number of its records. */
export interface ChangeWrites {
  /** `locked` is the drop that the transaction holds, so that only what differs need be written. */
  of(change: ChangeSet, locked?: Drop): { readonly writes: Write[]; readonly hasEvents: boolean }
}

type Inserted = NonNullable<ChangeSet['insert']>

export function createChangeWrites(dialect: Dialect): ChangeWrites {
  const users = createWriter(dialect, usersTable)
  const apiKeys = createWriter(dialect, apiKeysTable)
  const tokens = createWriter(dialect, tokensTable)
  const drops = createDropWriter(dialect)
  const claims = createClaimWriter(dialect)
  const chainTransactions = createWriter(dialect, chainTransactionsTable)
  const paymentIntents = createWriter(dialect, paymentIntentsTable)
  const refunds = createWriter(dialect, refundsTable)
  const payouts = createWriter(dialect, payoutsTable)
  const webhooks = createWriter(dialect, webhooksTable)
  const sessions = createWriter(dialect, sessionsTable)
  const files = createWriter(dialect, filesTable)
  const insertChallenges = dialect.insert('insert_challenges', challengesTable.name, challengesTable.columns)
  const insertUsedPayments = dialect.insert('insert_used_payments', 'used_payments', {
    tx_hash: 'text',
    intent_id: 'text',
  })
  const effects = createReceiptEffects(dialect)
  const jobs = createJobRequests(dialect)
  const insertEvents = dialect.insert('insert_events', 'events', newEventColumns)

  const appended = (events: ChangeSet['events'] = []): Write[] =>
    events.length === 0
      ? []
      : [{ statement: insertEvents, shared: [], rows: events.map(valuesOfEvent), mustMatch: false }]
  const challenged = (challenges: Inserted['challenges'] = []): Write[] => {
    const columns = Object.keys(challengesTable.columns)
    const rows = challenges.map((challenge) => valuesOf(challengesTable.toRow(challenge), columns))
    return rows.length === 0 ? [] : [{ statement: insertChallenges, shared: [], rows, mustMatch: false }]
  }
  const used = (payments: Inserted['usedPayments'] = []): Write[] => {
    const rows = payments.map(({ txHash, intentId }) => [txHash, intentId])
    return rows.length === 0 ? [] : [{ statement: insertUsedPayments, shared: [], rows, mustMatch: false }]
  }
  const requested = (asked: readonly JobRequest[] = []): Write[] => (asked.length === 0 ? [] : [jobs(asked)])

  return {
    of: ({ insert = {}, update = {}, receipts, events, jobs: asked }, locked) => ({
      // What an update gives up (a slot, a shortcode) may be taken by an insert of the same change.
      writes: [
        ...users.update(update.users),
        ...apiKeys.update(update.apiKeys),
        ...tokens.update(update.tokens),
        ...drops.update(update.drops, locked),
        ...claims.update(update.claims),
        ...chainTransactions.update(update.chainTransactions),
        ...paymentIntents.update(update.paymentIntents),
        ...refunds.update(update.refunds),
        ...payouts.update(update.payouts),
        ...users.insert(insert.users),
        ...apiKeys.insert(insert.apiKeys),
        ...tokens.insert(insert.tokens),
        ...drops.insert(insert.drops),
        ...claims.insert(insert.claims),
        ...chainTransactions.insert(insert.chainTransactions),
        ...paymentIntents.insert(insert.paymentIntents),
        ...refunds.insert(insert.refunds),
        ...payouts.insert(insert.payouts),
        ...used(insert.usedPayments),
        ...webhooks.insert(insert.webhooks),
        ...sessions.insert(insert.sessions),
        ...challenged(insert.challenges),
        ...files.insert(insert.files),
        ...effects(receipts),
        ...appended(events),
        ...requested(asked),
      ],
      hasEvents: events !== undefined && events.length > 0,
    }),
  }
}

function createDropWriter(dialect: Dialect) {
  const whole = createWriter(dialect, dropsTable)
  const own = { id: 'text' } as const
  const progressing = (name: string, columns: Columns) => ({
    statement: dialect.update(name, 'drops', { shared: {}, own }, columns),
    columns: ['id', ...Object.keys(columns)],
  })
  const progress = progressing('update_drop_progress', PROGRESS_COLUMNS)
  const sale = progressing('update_drop_sale', { ...PROGRESS_COLUMNS, ...TAKINGS_COLUMNS })
  const removeRules = dialect.remove('remove_gating_rules', 'gating_rules', 'drop_id')
  const insertRules = dialect.insert('insert_gating_rules', 'gating_rules', {
    drop_id: 'text',
    position: 'integer',
    key: 'text',
    operator: 'text',
    value: 'text',
    description: 'text',
  })

  function rulesOf(drops: readonly Drop[]): Write[] {
    const rows = drops.flatMap((drop) =>
      (drop.gating?.rules ?? []).map((rule, position): Value[] => [
        drop.id,
        position,
        rule.key,
        rule.operator,
        rule.value,
        rule.description,
      ]),
    )
    return rows.length === 0 ? [] : [{ statement: insertRules, shared: [], rows, mustMatch: false }]
  }

  function updateWhole(drops: readonly Drop[], locked: Drop | undefined): Write[] {
    const changedRules = drops.filter((drop) => locked?.id !== drop.id || locked.gating !== drop.gating)
    if (changedRules.length === 0) return whole.update(drops)
    const rows = changedRules.map((drop) => [drop.id])
    return [
      ...whole.update(drops),
      { statement: removeRules, shared: [], rows, mustMatch: false },
      ...rulesOf(changedRules),
    ]
  }

  return {
    insert: (drops: readonly Drop[] = []): Write[] => [...whole.insert(drops), ...rulesOf(drops)],
    update: (drops: readonly Drop[] = [], locked: Drop | undefined): Write[] => {
      const [only] = drops
      if (only === undefined) return []
      // The locked drop is there for certain, so nobody need count.
      if (drops.length === 1 && locked?.id === only.id && isProgress(locked, only)) {
        const { statement, columns } = locked.takings === only.takings ? progress : sale
        const rows = [valuesOf(dropsTable.toRow(only), columns)]
        return [{ statement, shared: [], rows, mustMatch: false }]
      }
      return updateWhole(drops, locked)
    },
  }
}

function createClaimWriter(dialect: Dialect) {
  const { name, fixed, toRow } = claimsTable
  const columns: Columns = claimsTable.columns
  const all = Object.keys(columns)
  const changing = pick(columns, (column) => !(fixed as readonly string[]).includes(column))
  const updated = ['sequence', ...Object.keys(changing)]
  const insert = dialect.insert('insert_claims', name, columns)
  const keys = { shared: { drop_id: 'text' }, own: { sequence: 'integer' } } as const
  const update = dialect.plannedAnew(dialect.update('update_claims', name, keys, changing))
  const hours = createClaimHours(dialect)

  return {
    insert: (claims: readonly Claim[] = []): Write[] =>
      claims.length === 0
        ? []
        : [
            {
              statement: insert,
              shared: [],
              rows: claims.map((claim) => valuesOf(toRow(claim), all)),
              mustMatch: false,
            },
            hours(claims),
          ],
    update: (claims: readonly Claim[] = []): Write[] =>
      [...Map.groupBy(claims, (claim) => claim.dropId)].map(([dropId, ofDrop]) => ({
        statement: update,
        shared: [dropId],
        rows: ofDrop.map((claim) => valuesOf(toRow(claim), updated)),
        mustMatch: true,
      })),
  }
}
