import type { ChangeSet, Claim, Drop, JobRequest } from '@dropkit/core'
import type { Columns, ColumnType, Dialect, Value, Write } from '../database.ts'
import { createJobRequests } from '../jobs/job-take.ts'
import { createUsedPaymentWrites } from '../payments/used-payment-writes.ts'
import { LeaseLost } from '../store-unavailable.ts'
import { chainTransactionsTable } from '../tables/chain-transactions-table.ts'
import { claimsTable } from '../tables/claims-table.ts'
import {
  differenceOf,
  dropsTable,
  PROGRESS_COLUMNS,
  rowOfTally,
  TALLY_COLUMNS,
} from '../tables/drops-table.ts'
import { newEventColumns, valuesOfEvent } from '../tables/events-table.ts'
import { challengesTable, filesTable, sessionsTable } from '../tables/identity-tables.ts'
import { exemptionsTable } from '../tables/lottery-tables.ts'
import { paymentIntentsTable } from '../tables/payment-intents-table.ts'
import { createDropRecordWriter, createWriter, pick, valuesOf } from '../tables/table.ts'
import { tokensTable } from '../tables/tokens-table.ts'
import { payoutsTable, refundsTable } from '../tables/transfers-tables.ts'
import { apiKeysTable, usersTable } from '../tables/users-table.ts'
import { webhooksTable } from '../tables/webhooks-tables.ts'
import { createClaimCounters } from './claim-counts.ts'
import { createClaimLinkWriter } from './claim-links.ts'
import { createEntryWriter, createRankPageWriter } from './lottery-entries.ts'

/** Converts a change to writes: at most a few per table, however many records it has. */
export interface ChangeWrites {
  /** `locked` are the drops that the transaction has locked. For those, only differences are written. */
  of(change: ChangeSet, locked?: readonly Drop[]): { readonly writes: Write[]; readonly hasEvents: boolean }
}

type Inserted = NonNullable<ChangeSet['insert']>

export function createChangeWrites(dialect: Dialect): ChangeWrites {
  const users = createWriter(dialect, usersTable)
  const apiKeys = createWriter(dialect, apiKeysTable)
  const tokens = createWriter(dialect, tokensTable)
  const drops = createDropWriter(dialect)
  const claims = createClaimWriter(dialect)
  const claimLinks = createClaimLinkWriter(dialect)
  const chainTransactions = createDropRecordWriter(dialect, chainTransactionsTable)
  const paymentIntents = createDropRecordWriter(dialect, paymentIntentsTable)
  const refunds = createDropRecordWriter(dialect, refundsTable)
  const payouts = createDropRecordWriter(dialect, payoutsTable)
  const exemptions = createDropRecordWriter(dialect, exemptionsTable)
  const lotteryEntries = createEntryWriter(dialect)
  const rankPages = createRankPageWriter(dialect)
  const webhooks = createWriter(dialect, webhooksTable)
  const sessions = createWriter(dialect, sessionsTable)
  const files = createWriter(dialect, filesTable)
  const insertChallenges = dialect.insert('insert_challenges', challengesTable.name, challengesTable.columns)
  const payments = createUsedPaymentWrites(dialect)
  const effects = createIdempotencyEffects(dialect)
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
  const note = dialect.update(
    'note_key_values',
    'key_values',
    { shared: {}, own: { key: 'text' } },
    { value: 'text' },
  )
  const noted = (notes: ChangeSet['notes']): Write[] =>
    notes?.size ? [{ statement: note, shared: [], rows: [...notes], mustMatch: false }] : []
  const requested = (asked: readonly JobRequest[] = []): Write[] => (asked.length === 0 ? [] : [jobs(asked)])

  return {
    of: ({ insert = {}, update = {}, idempotency: records, notes, events, jobs: asked }, locked = []) => ({
      // Updates run first, because an insert of the same change may reuse a slot or shortcode that an update releases.
      writes: [
        ...users.update(update.users),
        ...apiKeys.update(update.apiKeys),
        ...tokens.update(update.tokens),
        ...drops.update(update.drops, locked),
        ...claims.update(update.claims),
        ...claimLinks.update(update.claimLinks),
        ...chainTransactions.update(update.chainTransactions),
        ...paymentIntents.update(update.paymentIntents),
        ...refunds.update(update.refunds),
        ...payouts.update(update.payouts),
        ...exemptions.update(update.exemptions),
        ...lotteryEntries.update(update.lotteryEntries),
        ...users.insert(insert.users),
        ...apiKeys.insert(insert.apiKeys),
        ...tokens.insert(insert.tokens),
        ...drops.insert(insert.drops),
        ...claims.insert(insert.claims),
        ...claimLinks.insert(insert.claimLinks),
        ...chainTransactions.insert(insert.chainTransactions),
        ...paymentIntents.insert(insert.paymentIntents),
        ...refunds.insert(insert.refunds),
        ...payouts.insert(insert.payouts),
        ...exemptions.insert(insert.exemptions),
        ...lotteryEntries.insert(insert.lotteryEntries),
        ...rankPages(insert.rankPages),
        ...payments.unmatched(insert.unmatchedPayments),
        ...payments.used(insert.usedPayments),
        ...payments.update(update.unmatchedPayments),
        ...webhooks.insert(insert.webhooks),
        ...sessions.insert(insert.sessions),
        ...challenged(insert.challenges),
        ...files.insert(insert.files),
        ...effects(records),
        ...noted(notes),
        ...appended(events),
        ...requested(asked),
      ],
      hasEvents: events !== undefined && events.length > 0,
    }),
  }
}

function createDropWriter(dialect: Dialect) {
  const whole = createWriter(dialect, dropsTable)
  const tally = createPartWriter(dialect, 'tally', TALLY_COLUMNS, rowOfTally)
  const progress = createPartWriter(dialect, 'progress', PROGRESS_COLUMNS, dropsTable.toRow)
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

  function updateWhole(drops: readonly Drop[], locked: ReadonlyMap<string, Drop>): Write[] {
    const changedRules = drops.filter((drop) => locked.get(drop.id)?.gating !== drop.gating)
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
    update: (drops: readonly Drop[] = [], held: readonly Drop[]): Write[] => {
      if (drops.length === 0) return []
      const locked = new Map(held.map((drop) => [drop.id, drop]))
      const kinds = Map.groupBy(drops, (drop) => {
        const before = locked.get(drop.id)
        return before ? differenceOf(before, drop) : 'whole'
      })
      return [
        ...tally(kinds.get('tally')),
        ...progress(kinds.get('progress')),
        ...updateWhole(kinds.get('whole') ?? [], locked),
      ]
    },
  }
}

/** Writes some columns of locked drops. The rows are known to exist, so the number of updated rows is not checked. */
function createPartWriter<Part extends string>(
  dialect: Dialect,
  name: string,
  columns: Readonly<Record<Part, ColumnType>>,
  rowOf: (drop: Drop) => { readonly [Column in NoInfer<Part>]: Value },
) {
  const id = { id: 'text' } as const
  const ofOne = dialect.update(`update_drop_${name}`, 'drops', { shared: id, own: {} }, columns)
  const ofMany = dialect.update(`update_drops_${name}`, 'drops', { shared: {}, own: id }, columns)
  const changed = Object.keys(columns)
  return (drops: readonly Drop[] = []): Write[] => {
    const [first] = drops
    if (first === undefined) return []
    const valuesIn = (drop: Drop) => valuesOf(rowOf(drop), changed)
    if (drops.length === 1) {
      return [{ statement: ofOne, shared: [first.id], rows: [valuesIn(first)], mustMatch: false }]
    }
    const rows = drops.map((drop) => [drop.id, ...valuesIn(drop)])
    return [{ statement: ofMany, shared: [], rows, mustMatch: false }]
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
  const counters = createClaimCounters(dialect)

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
            ...counters(claims),
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

/**
 * Stores the effect of a request in the transaction that causes it. Throws, and writes nothing, if another request has
 * taken over the key, or if the request has taken effect before.
 */
function createIdempotencyEffects(dialect: Dialect): (records: ChangeSet['idempotency']) => Write[] {
  // Taking over or ending a request increments the fence. A lease that has only expired still belongs to its holder.
  const statement = dialect.update(
    'store_idempotency_effects',
    'receipts',
    { shared: {}, own: { user_id: 'text', key: 'text', fence: 'integer' } },
    { effect_kind: 'text', effect_id: 'text', effect_shown_once: 'text' },
    { where: 'receipts.effect_kind is null' },
  )
  return (records = []) => {
    if (records.length === 0) return []
    const rows = records.map(({ lease, effect }) => [
      lease.userId,
      lease.key,
      lease.fence,
      effect.kind,
      effect.id,
      effect.shownOnce ?? null,
    ])
    return [{ statement, shared: [], rows, mustMatch: true, onMiss: () => new LeaseLost() }]
  }
}
