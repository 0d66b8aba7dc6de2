import {
  type Address,
  type DropId,
  type DropState,
  type FactRequest,
  factKey,
  type Instant,
  type StoreSource,
} from '@dropkit/core'
import { DAY_MS } from '@dropkit/core/internal'
import { type Dialect, type EachQuery, type Loaded, rowsAs, type Statement } from '../database.ts'

/** Loads the facts for gating rules, with at most one statement per kind, and reads the rows. */
interface FactLoad {
  readonly loads: readonly EachQuery[]
  factsOf(loaded: Loaded): DropState['facts']
}

export type FactLoads = (
  dropId: DropId,
  wallets: readonly Address[],
  asked: { readonly requests: readonly FactRequest<StoreSource>[]; readonly now: Instant } | undefined,
) => FactLoad

const NOTHING: FactLoad = { loads: [], factsOf: () => new Map() }

interface FactRow {
  subject: string
  wallet: Address
  fact: number
}

/** How the facts of one source are read. */
interface StoredFact {
  /** Selects the rows of a subject and a wallet. */
  readonly statement: Statement
  /** The subject of the statement, if it is not that of the request. */
  readonly subjectOf?: (dropId: DropId) => string
  /** The fact of a row, if it is not the row's number. */
  readonly factOf?: (fact: number, now: Instant) => number
}

function storedFacts(dialect: Dialect): Readonly<Record<StoreSource, StoredFact>> {
  const load = (name: string, list: Parameters<Dialect['each']>[3]) =>
    dialect.each(name, { subject: 'text', wallet: 'text' }, '', list)
  const confirmed = dialect.plannedAnew(
    load(
      'load_confirmed_counts',
      (parent) => `select ${parent('subject')} as subject, ${parent('wallet')} as wallet, count(*) as fact
        from claims ${dialect.byIndex('claims_wallet_slot')}
        where user_address = ${parent('wallet')} and drop_id = ${parent('subject')} and status = 'CONFIRMED'`,
    ),
  )
  return {
    confirmed_claims: { statement: confirmed, subjectOf: (dropId) => dropId },
    claims_on_drop: { statement: confirmed },
    listed: {
      statement: load(
        'load_listed',
        (parent) => `select file_id as subject, wallet, 1 as fact from wallet_list_members
          where file_id = ${parent('subject')} and wallet = ${parent('wallet')} limit 1`,
      ),
    },
    account_age_days: {
      statement: load(
        'load_arrivals',
        (parent) => `select ${parent('subject')} as subject, wallet_address as wallet, created_at as fact
          from users where wallet_address = ${parent('wallet')}`,
      ),
      factOf: (createdAt, now) => Math.max(0, Math.floor((now - createdAt) / DAY_MS)),
    },
    exempted: {
      statement: load(
        'load_exempted',
        (parent) => `select drop_id as subject, wallet, 1 as fact from gating_exemptions
          where drop_id = ${parent('subject')} and wallet = ${parent('wallet')} and revoked_at is null`,
      ),
      subjectOf: (dropId) => dropId,
    },
  }
}

export function createFactLoads(dialect: Dialect): FactLoads {
  const stored = storedFacts(dialect)
  return (dropId, wallets, asked) => {
    if (asked === undefined || wallets.length === 0) return NOTHING
    const subjectOf = ({ source, subject }: FactRequest<StoreSource>) =>
      stored[source].subjectOf?.(dropId) ?? subject
    const subjects = new Map<Statement, Set<string>>()
    for (const request of asked.requests) {
      const { statement } = stored[request.source]
      const of = subjects.get(statement) ?? new Set()
      subjects.set(statement, of.add(subjectOf(request)))
    }
    return {
      loads: [...subjects].map(([statement, of]) => ({
        statement,
        parents: [...of].flatMap((subject) => wallets.map((wallet) => [subject, wallet])),
        shared: [],
      })),
      factsOf: (loaded) => {
        const found = new Map(
          [...subjects.keys()].map((statement, index) => [
            statement,
            new Map(
              rowsAs<FactRow>(loaded[index]).map(({ subject, wallet, fact }) => [
                `${subject} ${wallet}`,
                fact,
              ]),
            ),
          ]),
        )
        const factOf = (request: FactRequest<StoreSource>, wallet: Address): number => {
          const { statement, factOf: read } = stored[request.source]
          const fact = found.get(statement)?.get(`${subjectOf(request)} ${wallet}`)
          if (fact === undefined) return 0
          return read ? read(fact, asked.now) : fact
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
