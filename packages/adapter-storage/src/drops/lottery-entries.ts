import type { Address, DropId, LotteryEntry, RankPage, Store } from '@dropkit/core'
import {
  type Columns,
  type Database,
  type Dialect,
  type Query,
  type Row,
  rowsAs,
  type Write,
} from '../database.ts'
import {
  lotteryEntriesTable,
  RANK_PAGES,
  type RankedEntryRow,
  rankPageColumns,
  valuesOfPage,
} from '../tables/lottery-tables.ts'
import { pick, type TableWriter, valuesOf } from '../tables/table.ts'

const { name, fixed, toRow, fromRow } = lotteryEntriesTable
const columns: Columns = lotteryEntriesTable.columns
const all = Object.keys(columns)
const selection = all.map((column) => `${name}.${column}`).join(', ')
/** Includes the page that contains the entry's order key, from which the rank follows. */
const RANKED = `select ${selection}, pages.first_rank, pages.keys
  from ${name} left join ${RANK_PAGES} pages on pages.drop_id = ${name}.drop_id and pages.first_key = (
    select max(first_key) from ${RANK_PAGES}
    where ${RANK_PAGES}.drop_id = ${name}.drop_id and ${RANK_PAGES}.first_key <= ${name}.order_key)
  where ${name}.drop_id = ?1 and`

export const entriesFrom = (rows: readonly Row[]): readonly LotteryEntry[] =>
  rowsAs<RankedEntryRow>(rows).map(fromRow)

/** Sorts after every order key in hex. */
const AFTER_KEYS = 'g'

/** Loads the entries of some wallets for one drop. */
export function createEntryLoads(dialect: Dialect) {
  const statement = dialect.statement(
    'load_lottery_entries',
    `${RANKED} ${dialect.among('wallet', 2, 'text')}`,
  )
  return (dropId: DropId, wallets: readonly Address[] = []): readonly Query[] =>
    wallets.length === 0 ? [] : [{ statement, values: [dropId, wallets] }]
}

export function createEntryReads(
  database: Database,
): Pick<Store, 'lotteryEntry' | 'entriesByWallet' | 'orderKeysBetween' | 'firstEntriesOfChunks'> {
  const { dialect } = database
  // The number of entries per drop varies by a factor of a million.
  const where = (query: string, condition: string) =>
    dialect.plannedAnew(
      dialect.statement(query, `select ${selection} from ${name} where drop_id = ?1 and ${condition}`),
    )
  const one = dialect.statement('lottery_entry', `${RANKED} wallet = ?2`)
  const after = where('lottery_entries_after', 'wallet > ?2 order by wallet limit ?3')
  const from = where('lottery_entries_from', 'wallet >= ?2 order by wallet limit ?3')
  // The order keys have no index, because maintaining one would cost more than scanning all entries a few times.
  const keys = dialect.plannedAnew(
    dialect.statement(
      'lottery_order_keys',
      `select order_key from ${name} where drop_id = ?1 and order_key >= ?2 and order_key < ?3 order by order_key`,
    ),
  )
  const firsts = where('lottery_entries_of_chunks', 'chunk_root is not null order by wallet')
  const read = async (query: Query) => entriesFrom(await database.read(query))

  return {
    lotteryEntry: async (dropId, wallet) => (await read({ statement: one, values: [dropId, wallet] }))[0],
    entriesByWallet: (dropId, page) =>
      page.from === undefined
        ? read({ statement: after, values: [dropId, page.after ?? '', page.limit] })
        : read({ statement: from, values: [dropId, page.from, page.limit] }),
    async orderKeysBetween(dropId, from, before) {
      const values = [dropId, from, before ?? AFTER_KEYS]
      const rows = await database.read({ statement: keys, values, isLong: true })
      return rowsAs<{ order_key: string }>(rows).map(({ order_key }) => order_key)
    },
    firstEntriesOfChunks: (dropId) => read({ statement: firsts, values: [dropId] }),
  }
}

export function createEntryWriter(dialect: Dialect): TableWriter<LotteryEntry> {
  const changing = pick(columns, (column) => !(fixed as readonly string[]).includes(column))
  const updated = ['wallet', ...Object.keys(changing)]
  const insert = dialect.insert('insert_lottery_entries', name, columns)
  const keys = { shared: { drop_id: 'text' }, own: { wallet: 'text' } } as const
  const update = dialect.plannedAnew(dialect.update('update_lottery_entries', name, keys, changing))
  return {
    insert: (entries = []) =>
      entries.length === 0
        ? []
        : [
            {
              statement: insert,
              shared: [],
              rows: entries.map((entry) => valuesOf(toRow(entry), all)),
              mustMatch: false,
            },
          ],
    update: (entries = []) =>
      [...Map.groupBy(entries, ({ dropId }) => dropId)].map(([dropId, ofDrop]) => ({
        statement: update,
        shared: [dropId],
        rows: ofDrop.map((entry) => valuesOf(toRow(entry), updated)),
        mustMatch: true,
      })),
  }
}

/** Inserts rank pages. A page that already exists is not changed. */
export function createRankPageWriter(dialect: Dialect) {
  const statement = dialect.insert(
    'insert_lottery_rank_pages',
    RANK_PAGES,
    rankPageColumns,
    'on conflict (drop_id, first_key) do nothing',
  )
  return (pages: readonly RankPage[] = []): Write[] =>
    pages.length === 0 ? [] : [{ statement, shared: [], rows: pages.map(valuesOfPage), mustMatch: false }]
}
