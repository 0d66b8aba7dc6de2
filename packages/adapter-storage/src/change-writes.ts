import type { ChangeSet, Drop, JobRequest } from '@dropkit/core'
import type { Columns, Dialect, Statement, Value, Write } from './database.ts'
import { createJobRequests } from './job-requests.ts'
import { chainTransactionsTable } from './tables/chain-transactions-table.ts'
import { claimsTable } from './tables/claims-table.ts'
import { dropsTable, isProgress, PROGRESS_COLUMNS } from './tables/drops-table.ts'
import { newEventColumns, valuesOfEvent } from './tables/events-table.ts'
import { type Table, valuesOf } from './tables/table.ts'
import { tokensTable } from './tables/tokens-table.ts'
import { apiKeysTable, usersTable } from './tables/users-table.ts'

/** Turns a change into writes, at most a few for each table, whatever the number of its records. */
export interface ChangeWrites {
  /** `locked` is the drop that the transaction holds, so that only what differs need be written. */
  of(change: ChangeSet, locked?: Drop): { readonly writes: Write[]; readonly hasEvents: boolean }
}

interface Writer<Kept> {
  insert(records: readonly Kept[] | undefined): Write[]
  update(records: readonly Kept[] | undefined): Write[]
}

const pick = (columns: Columns, wanted: (column: string) => boolean): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([column]) => wanted(column)))

/** Writes records of a table by their ids. */
function createWriter<Kept, R extends { id: unknown }>(
  dialect: Dialect,
  table: Pick<Table<Kept, R>, 'name' | 'columns' | 'fixed' | 'toRow'>,
): Writer<Kept> {
  const columns: Columns = table.columns
  const all = Object.keys(columns)
  const changing = pick(columns, (column) => !(table.fixed as readonly string[]).includes(column))
  const updated = ['id', ...Object.keys(changing)]
  const insert = dialect.insert(`insert_${table.name}`, table.name, columns)
  const update = dialect.update(
    `update_${table.name}`,
    table.name,
    { shared: {}, own: { id: 'text' } },
    changing,
  )
  const write = (
    statement: Statement,
    records: readonly Kept[] | undefined,
    names: readonly string[],
  ): Write[] =>
    records === undefined || records.length === 0
      ? []
      : [
          {
            statement,
            shared: [],
            rows: records.map((record) => valuesOf(table.toRow(record), names)),
            mustMatch: statement === update,
          },
        ]
  return {
    insert: (records) => write(insert, records, all),
    update: (records) => write(update, records, updated),
  }
}

export function createChangeWrites(dialect: Dialect): ChangeWrites {
  const users = createWriter(dialect, usersTable)
  const apiKeys = createWriter(dialect, apiKeysTable)
  const tokens = createWriter(dialect, tokensTable)
  const drops = createDropWriter(dialect)
  const claims = createClaimWriter(dialect)
  const chainTransactions = createWriter(dialect, chainTransactionsTable)
  const jobs = createJobRequests(dialect)
  const insertEvents = dialect.insert('insert_events', 'events', newEventColumns)

  const appended = (events: ChangeSet['events'] = []): Write[] =>
    events.length === 0
      ? []
      : [{ statement: insertEvents, shared: [], rows: events.map(valuesOfEvent), mustMatch: false }]
  const requested = (asked: readonly JobRequest[] = []): Write[] => (asked.length === 0 ? [] : [jobs(asked)])

  return {
    of: ({ insert = {}, update = {}, events, jobs: asked }, locked) => ({
      // What an update gives up (a slot, a shortcode) may be taken by an insert of the same change.
      writes: [
        ...users.update(update.users),
        ...apiKeys.update(update.apiKeys),
        ...tokens.update(update.tokens),
        ...drops.update(update.drops, locked),
        ...claims.update(update.claims),
        ...chainTransactions.update(update.chainTransactions),
        ...users.insert(insert.users),
        ...apiKeys.insert(insert.apiKeys),
        ...tokens.insert(insert.tokens),
        ...drops.insert(insert.drops),
        ...claims.insert(insert.claims),
        ...chainTransactions.insert(insert.chainTransactions),
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
  const progress = dialect.update('update_drop_progress', 'drops', { shared: {}, own }, PROGRESS_COLUMNS)
  const progressColumns = ['id', ...Object.keys(PROGRESS_COLUMNS)]
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
        const rows = [valuesOf(dropsTable.toRow(only), progressColumns)]
        return [{ statement: progress, shared: [], rows, mustMatch: false }]
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

  return {
    insert: (claims: NonNullable<ChangeSet['insert']>['claims'] = []): Write[] =>
      claims.length === 0
        ? []
        : [
            {
              statement: insert,
              shared: [],
              rows: claims.map((claim) => valuesOf(toRow(claim), all)),
              mustMatch: false,
            },
          ],
    update: (claims: NonNullable<ChangeSet['update']>['claims'] = []): Write[] =>
      [...Map.groupBy(claims, (claim) => claim.dropId)].map(([dropId, ofDrop]) => ({
        statement: update,
        shared: [dropId],
        rows: ofDrop.map((claim) => valuesOf(toRow(claim), updated)),
        mustMatch: true,
      })),
  }
}
