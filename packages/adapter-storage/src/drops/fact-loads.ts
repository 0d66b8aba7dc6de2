import {
  type Address,
  type DropId,
  type DropState,
  type FactRequest,
  factKey,
  type Instant,
} from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import { type Dialect, type EachQuery, type Loaded, rowsAs } from '../database.ts'

/** Loads the facts for gating rules, with at most one statement per kind, and reads the rows. */
interface FactLoad {
  readonly loads: readonly EachQuery[]
  factsOf(loaded: Loaded): DropState['facts']
}

export type FactLoads = (
  dropId: DropId,
  wallets: readonly Address[],
  asked: { readonly requests: readonly FactRequest[]; readonly now: Instant } | undefined,
) => FactLoad

const NOTHING: FactLoad = { loads: [], factsOf: () => new Map() }

interface FactRow {
  subject: string
  wallet: Address
  fact: number
}

export function createFactLoads(dialect: Dialect): FactLoads {
  const parents = { subject: 'text', wallet: 'text' } as const
  const byWallet = dialect.byIndex('claims_wallet_slot')
  const confirmed = dialect.plannedAnew(
    dialect.each(
      'load_confirmed_counts',
      parents,
      '',
      (parent) => `select ${parent('subject')} as subject, ${parent('wallet')} as wallet, count(*) as fact
        from claims ${byWallet}
        where user_address = ${parent('wallet')} and drop_id = ${parent('subject')} and status = 'CONFIRMED'`,
    ),
  )
  const listed = dialect.each(
    'load_listed',
    parents,
    '',
    (parent) => `select file_id as subject, wallet, 1 as fact from wallet_list_members
      where file_id = ${parent('subject')} and wallet = ${parent('wallet')} limit 1`,
  )
  const arrivals = dialect.each(
    'load_arrivals',
    { wallet: 'text' },
    '',
    (parent) => `select '' as subject, wallet_address as wallet, created_at as fact from users
      where wallet_address = ${parent('wallet')}`,
  )

  const exempted = dialect.each(
    'load_exempted',
    parents,
    '',
    (parent) => `select drop_id as subject, wallet, 1 as fact from gating_exemptions
      where drop_id = ${parent('subject')} and wallet = ${parent('wallet')} and revoked_at is null`,
  )

  return (dropId, wallets, asked) => {
    if (asked === undefined || wallets.length === 0) return NOTHING
    const subjects = {
      confirmed: new Set<string>(),
      listed: new Set<string>(),
      exempted: new Set<string>(),
    }
    let wantsAges = false
    for (const request of asked.requests) {
      const { source, subject } = request
      switch (source) {
        case 'confirmed_claims':
          subjects.confirmed.add(dropId)
          break
        case 'claims_on_drop':
          subjects.confirmed.add(subject)
          break
        case 'listed':
          subjects.listed.add(subject)
          break
        case 'account_age_days':
          wantsAges = true
          break
        case 'exempted':
          subjects.exempted.add(dropId)
          break
        default:
          throw new Error(`invariant broken: the store has no ${source}`)
      }
    }
    const pairs = (of: Set<string>) =>
      [...of].flatMap((subject) => wallets.map((wallet) => [subject, wallet]))
    const each = (statement: typeof confirmed, of: Set<string>): EachQuery[] =>
      of.size === 0 ? [] : [{ statement, parents: pairs(of), shared: [] }]
    const confirmedLoads = each(confirmed, subjects.confirmed)
    const listedLoads = each(listed, subjects.listed)
    const ageLoads: EachQuery[] = wantsAges
      ? [{ statement: arrivals, parents: wallets.map((wallet) => [wallet]), shared: [] }]
      : []
    const exemptLoads = each(exempted, subjects.exempted)
    return {
      loads: [...confirmedLoads, ...listedLoads, ...ageLoads, ...exemptLoads],
      factsOf: (loaded) => {
        const rest = [...loaded]
        const next = (loads: readonly EachQuery[]): ReadonlyMap<string, number> =>
          new Map(
            rowsAs<FactRow>(loads.length === 0 ? [] : rest.shift()).map((row) => [
              `${row.subject} ${row.wallet}`,
              row.fact,
            ]),
          )
        const claims = next(confirmedLoads)
        const lists = next(listedLoads)
        const arrived = next(ageLoads)
        const exemptions = next(exemptLoads)
        const factOf = ({ source, subject }: FactRequest, wallet: Address): number => {
          if (source === 'listed') return lists.get(`${subject} ${wallet}`) ?? 0
          if (source === 'exempted') return exemptions.get(`${dropId} ${wallet}`) ?? 0
          if (source === 'account_age_days') {
            const at = arrived.get(` ${wallet}`)
            return at === undefined ? 0 : Math.max(0, Math.floor((asked.now - at) / DAY_MS))
          }
          return claims.get(`${source === 'confirmed_claims' ? dropId : subject} ${wallet}`) ?? 0
        }
        return new Map(
          asked.requests.map((request) => [
            factKey(request),
            new Map(wallets.map((wallet) => [wallet, BigInt(factOf(request, wallet))])),
          ]),
        )
      },
    }
  }
}
