import { DatabaseSync } from 'node:sqlite'
import { withClient } from '../../../test/support/postgres-client.ts'

/** A server that the bench starts, loads and stops. It runs on the same Node as the bench. */
export interface Contestant<Running extends RunningContestant = RunningContestant> {
  readonly name: string
  start(options: StartOptions): Promise<Running>
}

export interface StartOptions {
  /** The database for its records. `none` if it stores nothing. */
  readonly database: 'sqlite' | 'postgres' | 'none'
  /** With `postgres`: the URL of a new, empty database. */
  readonly postgresUrl?: string
  /** A new, empty folder. */
  readonly dataDir: string
  /** The number of drops to create. Each is ACTIVE, has a pool that no load empties, and allows one claim per wallet. */
  readonly drops: number
  /** The number of claims on the first drop before the start; 0 by default. */
  readonly existingClaims?: number
  /** The number of processes that serve requests; 1 by default. */
  readonly workers?: number
  /** More flags for Node. */
  readonly flags?: readonly string[]
}

export interface RunningContestant {
  readonly name: string
  /** http://127.0.0.1:port/graphql */
  readonly url: string
  readonly pid: number
  readonly drops: readonly string[]
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the response to a claim contains the wallet, so that the load process can verify it. */
  readonly namesWallet: boolean
  claimBody(dropId: string, wallet: string): string
  readBody(dropId: string): string
  /** Counts the claims directly in the store. Undefined if the contestant stores nothing. */
  countClaims(): Promise<ClaimCount | undefined>
  stop(): Promise<void>
}

interface ClaimCount {
  readonly claims: number
  /** The number of different pairs of drop and wallet. If it is less than the number of claims, a wallet got two. */
  readonly wallets: number
}

/** The requests that users send. The limit server gets exactly the same requests. */
const CLAIM = `mutation Claim($input: ClaimDropInput!) {
  claimDrop(input: $input) {
    claim { id sequence amount status userAddress createdAt expiresAt }
    claimParams { amount nonce expiry signature }
    dropInfo { dropObjectId packageId coinType }
  }
}`

const READ = `query Drop($id: ID!) {
  drop(id: $id) {
    id title description status type claimType shortcode maxAmount tokenAmount claimedAmount remainingBalance
    claimCount percentClaimed createdAt updatedAt
    token { id name symbol decimals totalSupply coinType status }
    creator { id username displayName createdAt }
    claims(limit: 10) { id sequence amount status userAddress createdAt }
  }
}`

export const claimBody = (dropId: string, userAddress: string): string =>
  JSON.stringify({ query: CLAIM, variables: { input: { dropId, userAddress } } })

export const readBody = (id: string): string => JSON.stringify({ query: READ, variables: { id } })

/** Headers for contestants that check no API key, so that the request has the same length. */
export const UNREAD_HEADERS = { Authorization: `Bearer dk_live_${'x'.repeat(43)}` }

/** Tells the bench on which URL a contestant listens. */
export const sayWhere = (url: string): void => {
  process.stdout.write(`listens on ${url}\n`)
}

/** Counts claims directly in a database. `claims` is SQL that selects drop_id and wallet of each claim. */
export const countClaimsIn = async (databaseUrl: string, claims: string): Promise<ClaimCount> => {
  const query = `select (select count(*) from (${claims}) as every) as claims,
    (select count(*) from (select distinct drop_id, wallet from (${claims}) as each_one) as different) as wallets`
  const row = databaseUrl.startsWith('sqlite:')
    ? readSqlite(databaseUrl.slice('sqlite:'.length), query)
    : await readPostgres(databaseUrl, query)
  return { claims: Number(row?.['claims']), wallets: Number(row?.['wallets']) }
}

type Row = Readonly<Record<string, unknown>> | undefined

const readSqlite = (path: string, query: string): Row => {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare(query).get()
  } finally {
    database.close()
  }
}

const readPostgres = (url: string, query: string): Promise<Row> =>
  withClient(url, async (client) => (await client.query(query)).rows[0])
