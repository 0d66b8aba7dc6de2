import type { ClaimLink, ClaimLinkId, DropId, Store, UsedClaimLink } from '@dropkit/core'
import { type Database, type Dialect, type Query, type Row, rowsAs, type Write } from '../database.ts'
import { type ClaimRow, claimsTable } from '../tables/claims-table.ts'
import { type ClaimLinkRow, claimLinksTable } from '../tables/lottery-tables.ts'
import { createDropRecordWriter, type TableWriter, valuesOf } from '../tables/table.ts'

const linkColumns = Object.keys(claimLinksTable.columns)
const claimColumns = Object.keys(claimsTable.columns)
const isColumnOfBoth = (column: string) => linkColumns.includes(column)

/** A link joined with its claim. For columns that both have, the claim's column has the prefix `claim_`. */
const SELECTION = [
  ...linkColumns.map((column) => `claim_links.${column}`),
  ...claimColumns.map((column) =>
    isColumnOfBoth(column) ? `claims.${column} as claim_${column}` : `claims.${column}`,
  ),
].join(', ')

const WITH_CLAIM = `claim_links left join claims
  on claims.drop_id = claim_links.drop_id and claims.sequence = claim_links.sequence`

export function usedLinksFrom(rows: readonly Row[]): readonly UsedClaimLink[] {
  return rowsAs<Row & ClaimLinkRow>(rows).map((row) => {
    const claimRow = Object.fromEntries(
      claimColumns.map((column) => [column, isColumnOfBoth(column) ? row[`claim_${column}`] : row[column]]),
    )
    const claim = claimRow['sequence'] === null ? null : claimsTable.fromRow(claimRow as unknown as ClaimRow)
    return { link: claimLinksTable.fromRow(row), claim }
  })
}

/** Loads links of one drop by id. */
export function createClaimLinkLoads(dialect: Dialect) {
  const statement = dialect.statement(
    'load_claim_links',
    `select ${SELECTION} from ${WITH_CLAIM}
     where claim_links.drop_id = ?1 and ${dialect.among('claim_links.id', 2, 'text')}`,
  )
  return (dropId: DropId, linkIds: readonly ClaimLinkId[] = []): readonly Query[] =>
    linkIds.length === 0 ? [] : [{ statement, values: [dropId, linkIds] }]
}

export function createClaimLinkLists(database: Database): Pick<Store, 'listClaimLinks'> {
  const { dialect } = database
  const newest = 'claim_links.created_at desc, claim_links.id desc'
  const first = dialect.plannedAnew(
    dialect.statement(
      'newest_claim_links',
      `select ${SELECTION} from ${WITH_CLAIM} where claim_links.drop_id = ?1 order by ${newest} limit ?2`,
    ),
  )
  const next = dialect.plannedAnew(
    dialect.statement(
      'older_claim_links',
      `select ${SELECTION} from ${WITH_CLAIM} where claim_links.drop_id = ?1
       and (claim_links.created_at, claim_links.id) < (
         select last.created_at, last.id from claim_links last where last.drop_id = ?1 and last.id = ?3)
       order by ${newest} limit ?2`,
    ),
  )
  return {
    listClaimLinks: async (dropId, { after, limit }) =>
      usedLinksFrom(
        await (after === undefined
          ? database.read({ statement: first, values: [dropId, limit] })
          : database.read({ statement: next, values: [dropId, limit, after] })),
      ),
  }
}

const LINKS_PER_WRITE = 2_000

/** Inserts links. A link that already exists is not changed. */
export function createClaimLinkWriter(dialect: Dialect): TableWriter<ClaimLink> {
  const insert = dialect.insert(
    'insert_claim_links',
    claimLinksTable.name,
    claimLinksTable.columns,
    'on conflict (drop_id, id) do nothing',
  )
  return {
    update: createDropRecordWriter(dialect, claimLinksTable).update,
    insert: (links = []): Write[] =>
      Array.from({ length: Math.ceil(links.length / LINKS_PER_WRITE) }, (_, place) => ({
        statement: insert,
        shared: [],
        // Built when the write runs, so that no single turn of the event loop builds all rows.
        get rows() {
          const start = place * LINKS_PER_WRITE
          const slice = links.slice(start, start + LINKS_PER_WRITE)
          return slice.map((link) => valuesOf(claimLinksTable.toRow(link), linkColumns))
        },
        mustMatch: false,
      })),
  }
}
