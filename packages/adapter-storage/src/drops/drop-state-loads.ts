import type { Address, Claim, DropId, DropState, DropStateQuery, WalletState } from '@dropkit/core'
import { DAY_MS, NO_HOLDS, walletLimit } from '@dropkit/core/internal'
import { type Columns, type Dialect, type EachQuery, type Load, type Loaded, rowsAs } from '../database.ts'
import { createPaymentLoads } from '../payments/drop-state-payment-loads.ts'
import { type ClaimRow, claimsTable } from '../tables/claims-table.ts'
import { type DropRead, dropSelection, dropsTable } from '../tables/drops-table.ts'
import { createApprovalLoads, usedApprovalsFrom } from './claim-counts.ts'
import { createClaimLinkLoads, usedLinksFrom } from './claim-links.ts'
import { createFactLoads } from './fact-loads.ts'
import { createEntryLoads, entriesFrom } from './lottery-entries.ts'

/** Loads what a query asks about a drop, with a constant number of statements, and reads the rows. */
interface DropStateLoad {
  readonly loads: readonly Load[]
  dropStateOf(loaded: Loaded): DropState | null
}

export interface DropStateLoads {
  /** `locks` says whether to lock the drop before reading. */
  alone(dropId: DropId, query: DropStateQuery, locks: boolean): DropStateLoad
  /**
   * Loads with the lock, in a form that can be merged with loads of other drops. Null if the query asks for more than
   * claims need. Does not wait for a drop that another transaction has locked; `isLockedElsewhere` is true then.
   */
  together(dropId: DropId, query: DropStateQuery): MergeableLoad | null
}

export interface MergeableLoad extends DropStateLoad {
  readonly loads: readonly EachQuery[]
  isLockedElsewhere(loaded: Loaded): boolean
}

/** The parts that claims query. A query for other parts loads one drop at a time. */
const ASKED_BY_CLAIMS: ReadonlySet<string> = new Set(['wallets', 'facts'] satisfies (keyof DropStateQuery)[])

/** Either the totals of a wallet's claims, or one of its claims. */
type WalletStateRow = { [Column in keyof ClaimRow]: ClaimRow[Column] | null } & {
  wallet: Address
  slots: string | null
  days: string | null
}

export function createDropStateLoads(dialect: Dialect): DropStateLoads {
  const columns = Object.keys(claimsTable.columns)
  const claimColumns = columns.map((column) => `claims.${column}`).join(', ')

  // A separate statement, so that later reads see the state after the lock was acquired.
  const lock = dialect.forUpdate
    ? dialect.statement('lock_drop', `select 1 from drops where id = ?1 ${dialect.forUpdate}`)
    : null
  const lockPayer = dialect.forUpdate
    ? dialect.statement('lock_payer', `select 1 from users where id = ?1 ${dialect.forUpdate}`)
    : null
  const drop = dialect.statement('load_drop', `select ${dropSelection(dialect)} from drops where id = ?1`)
  const reserved = `status in ('PENDING', 'SUBMITTED', 'CONFIRMED')`
  // Both halves are plain look-ups by wallet, which cost SQLite a tenth of a join. The count in the second half is also for
  // SQLite: with max() alone it would sort.
  const walletStatesBy = (
    name: string,
    parents: Columns,
    dropIn: (parent: (column: string) => string, shared: (place: number) => string) => string,
  ) =>
    dialect.plannedAnew(
      dialect.each(name, parents, '', (parent, shared) => {
        const own = `from claims ${dialect.byIndex('claims_wallet_slot')}
        where claims.drop_id = ${dropIn(parent, shared)} and claims.user_address = ${parent('wallet')}`
        const newest = `select max(sequence) + 0 * count(*) ${own} and ${reserved}`
        return `select ${parent('wallet')} as wallet,
          ${dialect.joined(`case when ${reserved} then slot end`)} as slots,
          ${dialect.joined(`case when ${reserved} then created_at / ${DAY_MS} end`)} as days,
          ${columns.map((column) => `null as ${column}`).join(', ')}
        ${own} having count(*) > 0
        union all
        select ${parent('wallet')}, null, null, ${claimColumns}
        ${own} and (claims.status = 'PENDING' or claims.sequence = (${newest}))`
      }),
    )
  const walletStates = walletStatesBy('load_wallet_states', { wallet: 'text' }, (_, shared) => shared(1))
  const anyClaimOf = (name: string, condition: string) =>
    dialect.statement(
      name,
      `select 1 from claims ${dialect.byIndex('claims_wallet_slot')} where ${condition} limit 1`,
    )
  const hasClaims = anyClaimOf('wallet_has_claims', 'user_address = ?1 and drop_id = ?2')
  const claimsWhere = (name: string, condition: string) =>
    dialect.plannedAnew(
      dialect.statement(name, `select ${claimColumns} from claims where drop_id = ?1 and ${condition}`),
    )
  const someClaims = claimsWhere('load_claims', dialect.among('sequence', 2, 'integer'))
  const pendingClaims = claimsWhere(
    'load_pending_claims',
    `status = 'PENDING' and expires_at is not null order by expires_at limit ?2`,
  )
  const anUndelivered = claimsWhere(
    'load_undelivered_claim',
    `status = 'PENDING' and expires_at is null order by sequence limit 1`,
  )
  const claimsAfter = claimsWhere('load_claims_after', 'sequence > ?2 order by sequence')
  const allClaims = dialect.statement(
    'load_all_claims',
    `select ${claimColumns} from claims where drop_id = ?1 order by sequence`,
  )
  const factLoads = createFactLoads(dialect)
  const paymentLoads = createPaymentLoads(dialect)
  const linkLoads = createClaimLinkLoads(dialect)
  const entryLoads = createEntryLoads(dialect)
  const approvalLoads = createApprovalLoads(dialect)

  function claimLoads(dropId: DropId, query: DropStateQuery) {
    const { sequences = [], pendingClaimsAtMost: pending = 0, anUndelivered: undelivered } = query
    const { claimsAfter: after, allClaims: all } = query
    if (all) return [{ statement: allClaims, values: [dropId] }]
    return [
      ...(sequences.length > 0 ? [{ statement: someClaims, values: [dropId, sequences] }] : []),
      ...(pending > 0 ? [{ statement: pendingClaims, values: [dropId, pending] }] : []),
      ...(undelivered ? [{ statement: anUndelivered, values: [dropId] }] : []),
      ...(after !== undefined ? [{ statement: claimsAfter, values: [dropId, after] }] : []),
    ]
  }

  const together = {
    // SQLite has one writer at a time, which implicitly locks all drops.
    lock: dialect.forUpdateOfFree
      ? dialect.each(
          'lock_drops',
          { drop_id: 'text' },
          '',
          (parent) => `select 1 from drops where id = ${parent('drop_id')} ${dialect.forUpdateOfFree}`,
        )
      : null,
    drop: dialect.each(
      'load_drops',
      { drop_id: 'text' },
      '',
      (parent) => `select ${dropSelection(dialect)} from drops where id = ${parent('drop_id')}`,
    ),
    walletStates: walletStatesBy(
      'load_wallet_states_of_drops',
      { drop_id: 'text', wallet: 'text' },
      (parent) => parent('drop_id'),
    ),
    hasClaims: anyClaimOf('wallet_has_claims_on_drop', 'drop_id = ?1 and user_address = ?2'),
  }

  const alone: DropStateLoads['alone'] = (dropId, query, locks) => {
    const wallets = [...new Set(query.wallets)]
    const payer = query.allOpenIntentsOf?.userId
    // The payer first: a purchase that waits for the payer's other purchases must not keep the drop locked meanwhile.
    const lockingPayer = payer !== undefined && lockPayer ? [{ statement: lockPayer, values: [payer] }] : []
    const locking = locks && lock ? [...lockingPayer, { statement: lock, values: [dropId] }] : []
    const walletLoads =
      wallets.length > 0
        ? [
            {
              statement: walletStates,
              parents: wallets.map((one) => [one]),
              shared: [dropId],
              nonEmpty: hasClaims,
            },
          ]
        : []
    const claims = claimLoads(dropId, query)
    const facts = factLoads(dropId, wallets, query.facts)
    const payments = paymentLoads(dropId, query)
    const links = linkLoads(dropId, query.linkIds)
    const entries = entryLoads(dropId, query.entriesOf)
    const approvals = approvalLoads(dropId, query.approvals)
    return {
      loads: [
        ...locking,
        { statement: drop, values: [dropId] },
        ...walletLoads,
        ...claims,
        ...facts.loads,
        ...links,
        ...entries,
        ...approvals,
        ...payments.loads,
      ],
      dropStateOf: (loaded) => {
        const rest = loaded.slice(locking.length)
        const [dropRows] = rest.splice(0, 1)
        const [found] = rowsAs<DropRead>(dropRows)
        if (!found) return null
        const walletRows = rest.splice(0, walletLoads.length).flat()
        const claimRows = rest.splice(0, claims.length).flat()
        const factRows = rest.splice(0, facts.loads.length)
        const linkRows = rest.splice(0, links.length).flat()
        const entryRows = rest.splice(0, entries.length).flat()
        const approvalRows = rest.splice(0, approvals.length).flat()
        const there = dropsTable.fromRow(found)
        return {
          drop: there,
          walletStates: walletStatesOf(rowsAs<WalletStateRow>(walletRows), there),
          facts: facts.factsOf(factRows),
          links: new Map(usedLinksFrom(linkRows).map((used) => [used.link.id, used])),
          entries: new Map(entriesFrom(entryRows).map((entry) => [entry.wallet, entry])),
          usedApprovals: usedApprovalsFrom(approvalRows),
          ...payments.paymentsOf(rest),
          claims: bySequence(rowsAs<ClaimRow>(claimRows).map(claimsTable.fromRow)),
        }
      },
    }
  }

  return {
    alone,
    together: (dropId, query) => {
      if (!Object.keys(query).every((asked) => ASKED_BY_CLAIMS.has(asked))) return null
      const wallets = [...new Set(query.wallets)]
      const facts = factLoads(dropId, wallets, query.facts)
      const ofDrop = { parents: [[dropId]], shared: [] }
      const parents = wallets.map((wallet) => [dropId, wallet])
      const locking = together.lock ? [{ statement: together.lock, ...ofDrop }] : []
      return {
        loads: [
          ...locking,
          { statement: together.drop, ...ofDrop },
          { statement: together.walletStates, parents, shared: [], nonEmpty: together.hasClaims },
          ...facts.loads,
        ],
        isLockedElsewhere: ([locked = [], found = []]) => locking.length > 0 && found.length > locked.length,
        dropStateOf: (loaded) => {
          const [dropRows, walletRows = [], ...factRows] = loaded.slice(locking.length)
          const [found] = rowsAs<DropRead>(dropRows)
          if (!found) return null
          const drop = dropsTable.fromRow(found)
          return {
            ...NOTHING_ELSE,
            drop,
            walletStates: walletStatesOf(rowsAs<WalletStateRow>(walletRows), drop),
            facts: facts.factsOf(factRows),
          }
        },
      }
    },
  }
}

/** The empty parts of a drop state that claims do not query. */
const NOTHING_ELSE = {
  paid: new Map(),
  intents: new Map(),
  openIntents: 0,
  allOpenIntents: 0,
  hasMoney: false,
  heldItems: 0,
  unpaidOfWallet: NO_HOLDS,
  unpaidOfPayer: NO_HOLDS,
  fitting: { intents: [], hasMore: false },
  exemptions: new Map(),
  openTransactions: [],
  refunds: new Map(),
  payouts: new Map(),
  links: new Map(),
  entries: new Map(),
  usedApprovals: new Set<string>(),
  claims: new Map(),
} satisfies Omit<DropState, 'drop' | 'walletStates' | 'facts'>

function bySequence(claims: readonly Claim[]): DropState['claims'] {
  const inOrder = claims.toSorted((one, other) => one.sequence - other.sequence)
  return new Map(inOrder.map((claim) => [claim.sequence, claim]))
}

function walletStatesOf(
  rows: readonly WalletStateRow[],
  drop: DropState['drop'],
): ReadonlyMap<Address, WalletState> {
  const isStreak = drop.claimType === 'STREAK'
  const isLimited = isStreak || walletLimit(drop) !== Number.POSITIVE_INFINITY
  const hasNewest = isLimited || drop.award.kind === 'random'
  const [sums = [], claims = []] = [true, false].map((isSum) =>
    rows.filter((row) => (row.sequence === null) === isSum),
  )
  const live = Map.groupBy(
    claims.filter((row) => hasNewest || row.status === 'PENDING'),
    (row) => row.wallet,
  )
  return new Map(
    sums.map(({ wallet, ...sum }) => {
      const slots = isStreak ? sum.days : sum.slots
      return [
        wallet,
        {
          live: (live.get(wallet) ?? [])
            .map((claim) => claimsTable.fromRow(claim as ClaimRow))
            .sort((one, other) => one.sequence - other.sequence),
          slots: isLimited && slots !== null ? slots.split(',').map(Number) : [],
        },
      ]
    }),
  )
}
