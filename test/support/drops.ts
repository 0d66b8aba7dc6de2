// Creates the tokens, drops and wallets that journeys start with.

import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import type { TestServer } from './server.ts'

/** Returns the one field that an operation selects. Throws if the operation failed. */
export const run = async <T>(
  server: TestServer,
  operation: string,
  variables: object = {},
  key?: string,
): Promise<T> => {
  const answer = await server.graphql(operation, variables, key === undefined ? {} : { key })
  const [value] = Object.values(answer.data ?? {})
  if (answer.errors || value == null) throw new Error(JSON.stringify(answer.errors ?? answer.data))
  return value as T
}

/**
 * Creates a drop on a new token, as the user of the key (by default the server's admin). `input` overrides the defaults.
 */
export const createDrop = async (server: TestServer, input: object = {}, key?: string): Promise<string> => {
  const token = await run<{ id: string }>(
    server,
    'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
    { input: { name: 'Gold', symbol: 'GOLD', supply: '1000000000' } },
    key,
  )
  const drop = await run<{ id: string }>(
    server,
    'mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }',
    {
      input: {
        existingTokenId: token.id,
        title: 'Gold for all',
        type: 'TOKEN',
        claimType: 'REGULAR',
        maxAmount: '1000000',
        tokenAmount: '1',
        ...input,
      },
    },
    key,
  )
  return drop.id
}

const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    claim { id amount }
    claimParams { amount nonce expiry signature }
    dropInfo { dropObjectId }
  }
}`

export type Claimed = {
  readonly claim: { readonly id: string; readonly amount: string }
  readonly claimParams: {
    readonly amount: string
    readonly nonce: string
    readonly expiry: string
    readonly signature: string
  }
  readonly dropInfo: { readonly dropObjectId: string }
}

export const claimDrop = (server: TestServer, dropId: string, userAddress: string): Promise<Claimed> =>
  run(server, CLAIM, { dropId, userAddress })

/** Waits until a background effect is visible. */
export const eventually = async <T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  limitMs = 60_000,
): Promise<T> => {
  const lastAt = Date.now() + limitMs
  for (;;) {
    const seen = await look()
    if (holds(seen)) return seen
    if (Date.now() > lastAt) throw new Error(`still not so after ${limitMs} ms: ${JSON.stringify(seen)}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

// A Sui wallet for tests. It signs as a wallet in a browser does, without a network.

type TestWallet = {
  /** 0x and 64 lower-case hex digits. */
  readonly address: string
  readonly sign: (message: string) => Promise<string>
}

/** The same number gives the same wallet. */
export const walletOf = (number: number): TestWallet => {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, number)
  const keys = Ed25519Keypair.fromSecretKey(seed)
  return {
    address: keys.toSuiAddress(),
    sign: async (message) => (await keys.signPersonalMessage(new TextEncoder().encode(message))).signature,
  }
}
