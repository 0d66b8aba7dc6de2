// Shared code of the end-to-end tests: a real server on each database, its users, and common actions.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Environment, startServer, type TestServer } from '../support/server.ts'
import { makeApiKey } from '../support/users.ts'

interface ApiError {
  readonly message: string
  readonly locations: readonly { readonly line: number; readonly column: number }[]
  readonly path: readonly (string | number)[]
  readonly extensions: {
    readonly code: string
    readonly requestId: string
    readonly retryable: boolean
    readonly field?: string
    readonly details?: Readonly<Record<string, unknown>>
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers have the shape of whatever was asked.
export type Data = any

/** The username of the caller. `admin` exists from the first start. */
type As = string

export interface World {
  readonly server: TestServer
  /** Returns the data. Throws if there are errors. */
  ask(query: string, variables?: object, as?: As): Promise<Data>
  /** Returns the only error. Throws if there is not exactly one. */
  refusal(query: string, variables?: object, as?: As): Promise<ApiError>
  /** The API key of a user, who is created on first use. */
  keyOf(username: string): Promise<string>
  /** The token of the drops that `launch` creates. */
  token(): Promise<string>
  /** Creates a drop of the admin. Default: a pool of 100, and 10 per claim. */
  launch(input?: object, as?: As): Promise<string>
  drop(id: string, as?: As): Promise<Data>
  claim(dropId: string, userAddress: string, more?: object, as?: As): Promise<Data>
  refusedClaim(dropId: string, userAddress: string, more?: object, as?: As): Promise<ApiError>
  /** Redeems a voucher on the chain, as its wallet would. Returns the transaction's hash. */
  take(granted: Data): Promise<string>
  statusOfClaim(id: string): Promise<string>
  advance(seconds: number): Promise<number>
  outage(seconds: number): Promise<void>
  /** A new address. */
  wallet(): string
}

export const CREATE_DROP = 'mutation ($input: CreateDropInput!) { createDrop(input: $input) { id } }'
export const UPDATE_DROP = `mutation ($id: ID!, $input: UpdateDropInput!) {
  updateDrop(id: $id, input: $input) { id status updatedAt }
}`
export const CLAIM_DROP = `mutation ($input: ClaimDropInput!) { claimDrop(input: $input) {
  claim { id amount status sequence streak expiresAt }
  claimParams { amount nonce expiry signature }
  dropInfo { dropObjectId packageId coinType }
} }`
export const CONFIRM_CLAIM = `mutation ($claimId: ID!, $txHash: String!) {
  confirmClaim(input: { claimId: $claimId, txHash: $txHash }) { id status txHash claimedAt }
}`
const CREATE_TOKEN = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { id } }'
const DROP = `query ($id: ID!) { drop(id: $id) {
  title description status isActive isSoldOut maxAmount tokenAmount supply claimDeadline
  claimedAmount remainingBalance claimCount tokenBalance randomnessCommitment randomnessSeed createdAt updatedAt
} }`

/** Runs the same tests with a server on each database, with these additional settings. */
export function onEachDatabase(
  subject: string,
  tests: (world: World, database: string) => void,
  env: Environment = {},
): void {
  describe.each(['sqlite', 'postgres'] as const)(`${subject}, on %s`, (database) => {
    let server: TestServer | undefined
    beforeAll(async () => {
      server = await startServer({ database, env })
    })
    afterAll(async () => {
      expect(await server?.stop()).toEqual({ code: 0, signal: null })
      // Tests cause warnings on purpose, for example by an outage. They never cause errors on purpose.
      expect(server?.errorOutput() ?? '').not.toMatch(/"level":"(?:error|fatal)"/)
    })
    tests(
      createWorld(() => {
        if (server === undefined) throw new Error('the server has not started yet')
        return server
      }),
      database,
    )
  })
}

/** Waits until the check passes, because the server works in the background. Throws the last failure after the limit. */
export async function soon(check: () => Promise<unknown>, limitMs = 8_000): Promise<void> {
  for (const lastAt = Date.now() + limitMs; ; await pause(50)) {
    try {
      await check()
      return
    } catch (error) {
      if (Date.now() > lastAt) throw error
    }
  }
}

export function createWorld(server: () => TestServer): World {
  const keys = new Map<string, Promise<string>>()
  let token: Promise<string> | undefined
  // Two worlds may use the same wallets, because they have separate servers.
  let wallets = 0x1000

  const call = async (query: string, variables: object, as: As) =>
    server().graphql(query, variables, { key: await world.keyOf(as) })

  const world: World = {
    get server() {
      return server()
    },
    async ask(query, variables = {}, as = 'admin') {
      const { data, errors } = await call(query, variables, as)
      if (errors) throw new Error(JSON.stringify(errors, null, 2))
      return data
    },
    async refusal(query, variables = {}, as = 'admin') {
      const { data, errors } = await call(query, variables, as)
      const [error, ...more] = errors ?? []
      if (!error || more.length > 0)
        throw new Error(`one error was expected: ${JSON.stringify({ data, errors })}`)
      return error as unknown as ApiError
    },
    keyOf(username) {
      if (username === 'admin') return Promise.resolve(server().apiKey)
      const known = keys.get(username) ?? makeApiKey(server(), username)
      keys.set(username, known)
      return known
    },
    token() {
      const input = { name: 'Pepper', symbol: 'PEPPER', supply: '18446744073709551615' }
      token ??= world.ask(CREATE_TOKEN, { input }).then(({ createToken }) => createToken.id)
      return token
    },
    async launch(input = {}, as) {
      const standard = {
        title: 'Pepper',
        type: 'TOKEN',
        claimType: 'REGULAR',
        maxAmount: '100',
        tokenAmount: '10',
      }
      const existingTokenId = await world.token()
      const { createDrop } = await world.ask(
        CREATE_DROP,
        { input: { existingTokenId, ...standard, ...input } },
        as,
      )
      return createDrop.id
    },
    drop: async (id, as) => (await world.ask(DROP, { id }, as)).drop,
    claim: async (dropId, userAddress, more = {}, as) =>
      (await world.ask(CLAIM_DROP, { input: { dropId, userAddress, ...more } }, as)).claimDrop,
    refusedClaim: (dropId, userAddress, more = {}, as) =>
      world.refusal(CLAIM_DROP, { input: { dropId, userAddress, ...more } }, as),
    async take({ claim, claimParams, dropInfo }) {
      const { claim: known } = await world.ask('query ($id: ID!) { claim(id: $id) { userAddress } }', {
        id: claim.id,
      })
      const voucher = { dropObjectId: dropInfo.dropObjectId, claimer: known.userAddress, ...claimParams }
      const { status, body } = await server().fakeChain('claim', voucher)
      expect({ status, body }).toEqual({ status: 200, body: { txHash: expect.any(String) } })
      return String(body['txHash'])
    },
    statusOfClaim: async (id) =>
      (await world.ask('query ($id: ID!) { claim(id: $id) { status } }', { id })).claim.status,
    async advance(seconds) {
      const { status, body } = await server().fakeChain('advance', { seconds })
      expect(status).toBe(200)
      return Number(body['now'])
    },
    async outage(seconds) {
      expect((await server().fakeChain('outage', { seconds })).status).toBe(200)
    },
    wallet: () => `0x${(++wallets).toString(16).padStart(64, '0')}`,
  }
  return world
}
