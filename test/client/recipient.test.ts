// The client's claim flow with a recipient: the wallet signs where its claim goes, and nothing goes anywhere else.
import {
  type ClaimState,
  type ClientStorage,
  createClient,
  memoryStorage,
  type Wallet,
  WalletDeclined,
} from '@dropkit/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { chainWallet, lifeUntil } from './killable.ts'

const [RECIPIENT, OTHER] = [`0x${'7'.repeat(64)}`, `0x${'8'.repeat(64)}`]

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0', SUI_SPONSOR_BUDGET_MIST: '1000000000' } })
})
afterAll(() => server?.stop())

let wallets = 0
/** A new wallet that records what it signs. */
function newWallet(): Wallet & { readonly signed: string[] } {
  wallets += 1
  const wallet = chainWallet(server, wallets, lifeUntil(Number.POSITIVE_INFINITY))
  const signed: string[] = []
  return {
    ...wallet,
    signed,
    signMessage: (message) => {
      signed.push(message)
      return wallet.signMessage(message)
    },
  }
}

const isAnswered = (text: string) => text.includes('"recipientMessage"')
const isApproval = (message: string) => message.startsWith('Deliver my claim to another address')

interface Order {
  readonly drop: string
  readonly wallet: Wallet
  readonly recipient?: string
  readonly storage?: ClientStorage
  readonly fetch?: typeof fetch
}

/** Runs the flow to its end, and returns all its states. */
async function statesOf({ drop, wallet, recipient, storage, ...options }: Order): Promise<ClaimState[]> {
  const client = createClient({ url: server.url, storage: storage ?? memoryStorage(), ...options })
  const states: ClaimState[] = []
  const order = { drop, wallet, ...(recipient === undefined ? {} : { recipient }) }
  for await (const state of client.claim(order)) states.push(state)
  return states
}

const claimsOn = (dropId: string) =>
  run<readonly unknown[]>(
    server,
    'query ($dropId: ID!) { claims(filter: { dropId: $dropId }) { status userAddress recipient } }',
    { dropId },
  )

describe('a claim with a recipient', () => {
  it.each([
    ['by the wallet', {}],
    ['at the cost of the service', { delivery: 'SPONSORED' }],
    ['by the server', { delivery: 'SERVER' }],
    ['as a random amount', { tokenAmount: '0', supply: 20_000 }],
  ])('is delivered there %s, after one signature', async (_, terms) => {
    const drop = await createDrop(server, terms)
    const wallet = newWallet()
    const states = await statesOf({ drop, wallet, recipient: RECIPIENT })
    expect(states).toContainEqual({ kind: 'approving', recipient: RECIPIENT })
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed', claim: { recipient: RECIPIENT } })
    expect(wallet.signed.filter(isApproval)).toHaveLength(1)
    expect(await claimsOn(drop)).toEqual([
      { status: 'CONFIRMED', userAddress: wallet.address, recipient: RECIPIENT },
    ])
  })

  it('needs no signature if the recipient is the wallet itself, however it is written', async () => {
    const drop = await createDrop(server)
    const wallet = newWallet()
    const recipient = wallet.address.toUpperCase().replace('0X', '0x')
    const states = await statesOf({ drop, wallet, recipient })
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed', claim: { recipient: wallet.address } })
    expect(wallet.signed.filter(isApproval)).toEqual([])
  })

  it('is signed again if the signature expired before it was sent, and is made once', async () => {
    const drop = await createDrop(server, { maxPerWallet: 5, delivery: 'SERVER' })
    const wallet = newWallet()
    const memory = memoryStorage()
    let isFirst = true
    const late: ClientStorage = {
      ...memory,
      async putIfAbsent(name, value) {
        if (!isFirst || !name.startsWith('approval ')) return memory.putIfAbsent(name, value)
        isFirst = false
        const { message } = JSON.parse(value) as { message: string }
        const expired = message.replace(/at: .*/, 'at: 2020-01-01T00:00:00.000Z')
        const signature = await wallet.signMessage(expired)
        return memory.putIfAbsent(name, JSON.stringify({ message: expired, signature }))
      },
    }
    const states = await statesOf({ drop, wallet, recipient: RECIPIENT, storage: late })
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed', claim: { recipient: RECIPIENT } })
    expect(states.filter(({ kind }) => kind === 'approving')).toHaveLength(2)
    expect(await claimsOn(drop)).toHaveLength(1)
  })

  it('goes on after its owner declined to sign', async () => {
    const drop = await createDrop(server, { delivery: 'SERVER' })
    const wallet = newWallet()
    const declining: Wallet = {
      ...wallet,
      signMessage: (message) => {
        if (isApproval(message)) throw new WalletDeclined('no')
        return wallet.signMessage(message)
      },
    }
    const storage = memoryStorage()
    const declined = await statesOf({ drop, wallet: declining, recipient: RECIPIENT, storage })
    expect(declined.at(-1)).toMatchObject({ kind: 'refused', refusal: { code: 'WALLET_DECLINED' } })
    expect(await claimsOn(drop)).toEqual([])
    const states = await statesOf({ drop, wallet, recipient: RECIPIENT, storage })
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed' })
  })

  it('is refused if an unfinished claim of the wallet goes elsewhere, and nothing is delivered', async () => {
    const drop = await createDrop(server)
    const wallet = newWallet()
    const declining: Wallet = {
      ...wallet,
      execute: () => {
        throw new WalletDeclined('no')
      },
    }
    await statesOf({ drop, wallet: declining, recipient: RECIPIENT })
    const pending = [{ status: 'PENDING', userAddress: wallet.address, recipient: RECIPIENT }]
    expect(await claimsOn(drop)).toEqual(pending)
    for (const recipient of [OTHER, wallet.address]) {
      const states = await statesOf({ drop, wallet, recipient })
      expect(states.at(-1)).toMatchObject({
        kind: 'refused',
        refusal: {
          code: 'CONFLICT',
          field: expect.stringMatching(/^recipient/),
          details: { recipient: RECIPIENT },
        },
      })
    }
    expect(await claimsOn(drop)).toEqual(pending)
    const states = await statesOf({ drop, wallet, recipient: RECIPIENT })
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed', claim: { recipient: RECIPIENT } })
  })

  it.each(['alice', '', '0x'])(
    'is refused before the wallet is asked if it is not an address: %j',
    async (recipient) => {
      const drop = await createDrop(server)
      const wallet = newWallet()
      const states = await statesOf({ drop, wallet, recipient })
      expect(states.at(-1)).toMatchObject({
        kind: 'refused',
        refusal: { code: 'BAD_USER_INPUT', field: 'recipient' },
      })
      expect(wallet.signed.filter(isApproval)).toEqual([])
    },
  )

  it('goes to a short address, however its flow was interrupted and spelled again', async () => {
    const drop = await createDrop(server, { maxPerWallet: 5 })
    const wallet = newWallet()
    const storage = memoryStorage()
    const full = `0x${'0'.repeat(61)}abc`
    const declining: Wallet = {
      ...wallet,
      execute: () => {
        throw new WalletDeclined('no')
      },
    }
    await statesOf({ drop, wallet: declining, recipient: '0xABC', storage })
    const states = await statesOf({ drop, wallet, recipient: full, storage })
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed', claim: { recipient: full } })
    expect(await claimsOn(drop)).toHaveLength(1)
    expect(wallet.signed.filter(isApproval)).toHaveLength(1)
  })

  it.each([
    ['names another recipient', (text: string) => text.replaceAll(RECIPIENT, OTHER)],
    ['names a second recipient', (text: string) => text.replace('Nonce: ', `Recipient: ${OTHER}\\nNonce: `)],
    ['is for another drop', (text: string) => text.replace(/Drop: \w+/, 'Drop: drop_other')],
  ])('is not signed by the wallet if the message %s', async (_, change) => {
    const drop = await createDrop(server)
    const wallet = newWallet()
    const redirecting: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init)
      const text = await answer.text()
      return new Response(isAnswered(text) ? change(text) : text, answer)
    }
    const states = await statesOf({ drop, wallet, recipient: RECIPIENT, fetch: redirecting })
    expect(states.at(-1)).toMatchObject({ kind: 'refused', refusal: { code: 'BAD_ANSWER' } })
    expect(wallet.signed.filter(isApproval)).toEqual([])
    expect(await claimsOn(drop)).toEqual([])
  })
})
