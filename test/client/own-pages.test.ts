// What pages that keep their own session need from the client's flows: to stop when the wallet is done, to finish a claim,
// to pay a known payment, to enter a lottery and to use a claim link.
import { setTimeout as pause } from 'node:timers/promises'
import {
  CancelPaymentIntentDocument,
  type ClaimOrder,
  type ClaimState,
  type ClientOptions,
  type ClientStorage,
  createClient,
  type KeptSession,
  memoryStorage,
  type Wallet,
  WalletDeclined,
} from '@dropkit/client'
import { claimLinkMessage, parseAddress } from '@dropkit/core'
import { toBase64Url } from '@dropkit/core/internal'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { chainWallet, lifeUntil } from './killable.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
})
afterAll(() => server?.stop())

let wallets = 0
const newWallet = (): Wallet => {
  wallets += 1
  return chainWallet(server, 1_000 + wallets, lifeUntil(Number.POSITIVE_INFINITY))
}
const richWallet = async (): Promise<Wallet> => {
  const wallet = newWallet()
  const coins = { address: wallet.address, coinType: '0x2::sui::SUI', amount: '5000000000' }
  await server.fakeChain('faucet', coins)
  return wallet
}
const clientWith = (options: Partial<ClientOptions> = {}) =>
  createClient({ url: server.url, storage: memoryStorage(), ...options })

async function statesOf<State>(flow: AsyncIterable<State>): Promise<State[]> {
  const states: State[] = []
  for await (const state of flow) states.push(state)
  return states
}
const lastOf = async (order: ClaimOrder, client = clientWith()): Promise<ClaimState | undefined> =>
  (await statesOf(client.claim(order))).at(-1)

const paymentsOf = async (wallet: Wallet) =>
  (
    await run<readonly { id: string; status: string; walletAddress: string; paymentMethod: string }[]>(
      server,
      '{ paymentIntents { id status walletAddress paymentMethod } }',
    )
  ).filter(({ walletAddress }) => walletAddress === wallet.address)

/** Counts how often the wallet is asked to send a transaction. */
function counted(wallet: Wallet) {
  const sent: string[] = []
  const execute = (bytes: string) => {
    sent.push(bytes)
    return wallet.execute(bytes)
  }
  return { wallet: { ...wallet, execute }, sent }
}

it('an order that names something unknown is refused with the field', async () => {
  const [client, wallet] = [clientWith(), newWallet()]
  const drop = await createDrop(server)
  const unknown = '0'.repeat(32)
  const refusalOf = async (flow: AsyncIterable<{ readonly kind: string }>) => (await statesOf(flow)).at(-1)
  const refused = (field: string) => ({ kind: 'refused', refusal: { code: 'NOT_FOUND', field } })
  expect(await refusalOf(client.claim({ drop: `drop_${unknown}`, wallet }))).toMatchObject(refused('drop'))
  expect(await refusalOf(client.claim({ drop, wallet, claimId: `claim_${unknown}_1` }))).toMatchObject(
    refused('claimId'),
  )
  expect(await refusalOf(client.pay({ paymentIntentId: `pi_${unknown}`, wallet }))).toMatchObject(
    refused('paymentIntentId'),
  )
})

describe('a claim', () => {
  it('can end when it is sent, before a public beacon has drawn its amount', async () => {
    const drop = await createDrop(server, { tokenAmount: '0', supply: 20_000, randomness: 'BEACON' })
    const last = await lastOf({ drop, wallet: newWallet(), until: 'sent' })
    expect(last).toMatchObject({ kind: 'sent', claim: { amount: null, revealsAt: expect.any(String) } })
  })

  it('that an earlier visit left unfinished is finished by its id, and the next claim is another one', async () => {
    const drop = await createDrop(server, { maxPerWallet: 5 })
    const wallet = newWallet()
    const execute = () => Promise.reject(new WalletDeclined('not now'))
    const client = clientWith()
    const declined = await lastOf({ drop, wallet: { ...wallet, execute } }, client)
    expect(declined).toMatchObject({ kind: 'refused', refusal: { code: 'WALLET_DECLINED' } })
    const claims = () =>
      run<readonly { id: string; status: string }[]>(
        server,
        'query ($drop: ID!) { claims(filter: { dropId: $drop }) { id status } }',
        { drop },
      )
    const [claim] = await claims()
    const last = await lastOf({ drop, wallet, claimId: claim?.id ?? '' }, client)
    expect(last).toMatchObject({ kind: 'confirmed', claim: { id: claim?.id } })
    expect(await claims()).toEqual([{ id: claim?.id, status: 'CONFIRMED' }])
    expect(await lastOf({ drop, wallet }, client)).toMatchObject({ kind: 'confirmed' })
    expect(await claims()).toHaveLength(2)
  })

  it.each([
    ['fixed', {}],
    ['random', { tokenAmount: '0', supply: 5 }],
  ])('of a %s amount waits while the rules cannot be checked', async (_, terms) => {
    const drop = await createDrop(server, terms)
    const rules = [{ key: 'token_balance', operator: '>=', value: '0x2::sui::SUI:0' }]
    await run(
      server,
      'mutation ($drop: ID!, $rules: [GatingRuleInput!]) { updateGatingConfig(dropId: $drop, input: { rules: $rules }) { id } }',
      { drop, rules },
    )
    const wallet = newWallet()
    const states: ClaimState[] = []
    await server.fakeChain('outage', { seconds: 600 })
    for await (const state of clientWith().claim({ drop, wallet })) {
      states.push(state)
      if (state.kind === 'waiting') await server.fakeChain('outage', { seconds: 0 })
    }
    expect(states).toContainEqual({
      kind: 'waiting',
      refusal: expect.objectContaining({ code: 'ELIGIBILITY_UNKNOWN' }),
      retryAtMs: expect.any(Number),
    })
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed' })
  })

  /** A claim that was made elsewhere, for example in the dashboard of the drop's owner. */
  async function claimElsewhere(drop: string, { address }: Wallet, operation = 'claimDrop'): Promise<string> {
    const made = await run<{ readonly claim: { readonly id: string } }>(
      server,
      `mutation ($drop: ID!, $address: String!) {
        ${operation}(input: { dropId: $drop, userAddress: $address }) { claim { id } }
      }`,
      { drop, address },
    )
    return made.claim.id
  }

  it.each([
    ['SERVER', { delivery: 'SERVER' }, 'claimDrop'],
    ['random', { tokenAmount: '0', supply: 5 }, 'claimRandomDrop'],
  ])('is followed by its id while the service delivers it: %s', async (_, terms, operation) => {
    const drop = await createDrop(server, terms)
    const wallet = newWallet()
    const claimId = await claimElsewhere(drop, wallet, operation)
    expect(await lastOf({ drop, wallet, claimId })).toMatchObject({
      kind: 'confirmed',
      claim: { id: claimId },
    })
  })

  it('is not finished by its id if it goes to another recipient than the one that is named', async () => {
    const drop = await createDrop(server)
    const wallet = newWallet()
    const claimId = await claimElsewhere(drop, wallet)
    expect(await lastOf({ drop, wallet, claimId, recipient: `0x${'7'.repeat(64)}` })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'CONFLICT', details: { recipient: wallet.address } },
    })
    expect(await lastOf({ drop, wallet, claimId })).toMatchObject({ kind: 'confirmed' })
  })

  it('that is given up, because its random drop is cancelled, is followed until it expires', async () => {
    const drop = await createDrop(server, { tokenAmount: '0', supply: 5 })
    const wallet = newWallet()
    const claimId = await claimElsewhere(drop, wallet, 'claimRandomDrop')
    const asked: string[] = []
    const answers = ['PENDING', 'PENDING', 'PENDING', 'EXPIRED']
    const fetchOf = async (url: string | URL | Request, init?: RequestInit) => {
      const operation = /(?:query|mutation) (\w+)/.exec(String(init?.body))?.[1] ?? ''
      asked.push(operation)
      const response = await fetch(url, init)
      if (operation !== 'FlowClaim') return response
      const { data } = (await response.json()) as { readonly data: { readonly claim: object } }
      const givenUp = { status: answers.shift(), expiresAt: '2031-01-01T00:00:00.000Z' }
      return Response.json({ data: { claim: { ...data.claim, ...givenUp } } })
    }
    expect(await lastOf({ drop, wallet, claimId }, clientWith({ fetch: fetchOf }))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'CLAIM_FAILED', details: { status: 'EXPIRED' } },
    })
    expect(asked).not.toContain('FlowPrepareClaim')
  })

  it('of a quantity of 0 pays nothing, and takes an item that is paid for', async () => {
    const drop = await createDrop(server, { price: 0.5, maxPerWallet: 5 })
    const wallet = await richWallet()
    const client = clientWith()
    const unpaid = await lastOf({ drop, wallet, quantity: 0 }, client)
    expect(unpaid).toMatchObject({ kind: 'refused', refusal: { code: 'PAYMENT_REQUIRED' } })
    expect(await paymentsOf(wallet)).toEqual([])
    for (const quantity of [2, 0])
      expect(await lastOf({ drop, wallet, quantity }, client)).toMatchObject({ kind: 'confirmed' })
    expect(await paymentsOf(wallet)).toMatchObject([{ status: 'CONFIRMED' }])
  })

  it('whose payment another device began is paid with that payment', async () => {
    const drop = await createDrop(server, { price: 0.5 })
    const wallet = await richWallet()
    const execute = () => Promise.reject(new WalletDeclined('not now'))
    await lastOf({ drop, wallet: { ...wallet, execute } }, clientWith())
    expect(await lastOf({ drop, wallet }, clientWith())).toMatchObject({ kind: 'confirmed' })
    expect(await paymentsOf(wallet)).toMatchObject([{ status: 'CONFIRMED' }])
  })

  it('is paid on the network that the server names, if it does not watch payments on Sui', async () => {
    const drop = await createDrop(server, { price: 0.5 })
    const wallet = await richWallet()
    /** A server whose chain has another name, in front of the real one. */
    const onOtherChain: typeof fetch = (input, init) => {
      const { query = '', variables } = JSON.parse(String(init?.body ?? '{}'))
      if (!query.includes('FlowBeginPayment') || variables.input.paymentMethod === 'OTHER')
        return fetch(input, init)
      const details = { known: ['OTHER'] }
      const extensions = { code: 'BAD_USER_INPUT', field: 'paymentMethod', retryable: false, details }
      return Promise.resolve(Response.json({ errors: [{ message: 'not on SUI', extensions }] }))
    }
    const last = await lastOf({ drop, wallet }, clientWith({ fetch: onOtherChain }))
    expect(last).toMatchObject({ kind: 'confirmed' })
    expect(await paymentsOf(wallet)).toMatchObject([{ status: 'CONFIRMED', paymentMethod: 'OTHER' }])
  })

  it('is paid anew if its buyer has cancelled the payment of an interrupted run', async () => {
    const drop = await createDrop(server, { price: 0.5 })
    const wallet = await richWallet()
    const client = clientWith()
    const execute = () => Promise.reject(new WalletDeclined('not now'))
    await lastOf({ drop, wallet: { ...wallet, execute } }, client)
    const [payment] = await paymentsOf(wallet)
    const cancelled = await client.mutate(CancelPaymentIntentDocument, { id: payment?.id ?? '' })
    expect(cancelled.ok).toBe(true)
    expect(await lastOf({ drop, wallet }, client)).toMatchObject({ kind: 'confirmed' })
    expect((await paymentsOf(wallet)).map(({ status }) => status).sort()).toEqual(['CANCELLED', 'CONFIRMED'])
  })

  it('by a link needs an address only, if the server delivers it', async () => {
    const drop = await createDrop(server, { delivery: 'SERVER', isLinkOnly: true })
    const { urls } = await run<{ urls: [string] }>(
      server,
      'mutation ($drop: ID!) { createClaimLinks(input: { dropId: $drop, count: 1 }) { urls } }',
      { drop },
    )
    const link = linkOf(urls[0])
    const address = newWallet().address
    const never = () => Promise.reject(new Error('the wallet must not be asked'))
    const wallet = { address, signMessage: never, execute: never }
    const last = await lastOf({ drop, wallet, link })
    expect(last).toMatchObject({ kind: 'confirmed', claim: { userAddress: address } })
  })

  it('by a link uses no link if another recipient is named, because a link pays the wallet', async () => {
    const drop = await createDrop(server, { delivery: 'SERVER', isLinkOnly: true })
    const { urls } = await run<{ urls: [string] }>(
      server,
      'mutation ($drop: ID!) { createClaimLinks(input: { dropId: $drop, count: 1 }) { urls } }',
      { drop },
    )
    const order = { drop, wallet: newWallet(), link: linkOf(urls[0]) }
    expect(await lastOf({ ...order, recipient: `0x${'7'.repeat(64)}` })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'BAD_USER_INPUT', field: 'recipient' },
    })
    expect(await lastOf({ ...order, recipient: order.wallet.address })).toMatchObject({ kind: 'confirmed' })
  })
})

/** Storage with one lock, as tabs share it. */
function lockedStorage(): ClientStorage {
  let last: Promise<unknown> = Promise.resolve()
  return {
    ...memoryStorage(),
    exclusively(_, work) {
      const next = last.then(work)
      last = next.catch(() => {})
      return next
    },
  }
}

/**
 * Stops the flow when it asks its wallet, as `asked` says, or soon after the state in which it does. Returns its last state,
 * and whether it then ends within 5 s.
 */
async function stopped(
  flow: AsyncIterable<ClaimState>,
  stop: AbortController,
  asking: string,
  asked?: Promise<void>,
) {
  let last: ClaimState | undefined
  let giveUp = (_isEnded: boolean) => {}
  const isLate = new Promise<boolean>((resolve) => {
    giveUp = resolve
  })
  const follow = async () => {
    for await (const state of flow) {
      last = state
      if (state.kind !== asking) continue
      void (asked ?? pause(100)).then(() => {
        stop.abort()
        setTimeout(() => giveUp(false), 5_000)
      })
    }
    return true
  }
  return { isEnded: await Promise.race([follow(), isLate]), last }
}

describe('a wallet that never answers', () => {
  const ABORTED = { isEnded: true, last: { kind: 'refused', refusal: { code: 'ABORTED' } } }
  const never = () => new Promise<never>(() => {})

  it.each([
    ['signing_in', { signMessage: never }],
    ['taking', { execute: never }],
  ] as const)('does not keep a flow that is %s when it is stopped', async (asking, silent) => {
    const drop = await createDrop(server)
    const stop = new AbortController()
    const order = { drop, wallet: { ...newWallet(), ...silent }, signal: stop.signal }
    expect(await stopped(clientWith().claim(order), stop, asking)).toMatchObject(ABORTED)
  })

  it('is asked for the same transaction again by the next run on the page', async () => {
    const drop = await createDrop(server)
    const client = clientWith({ storage: lockedStorage() })
    const { wallet, sent } = counted(newWallet())
    const asked: string[] = []
    let decline = () => {}
    let isAsked = () => {}
    const nextQuestion = () =>
      new Promise<void>((resolve) => {
        isAsked = resolve
      })
    const execute = (bytes: string) => {
      asked.push(bytes)
      isAsked()
      return new Promise<never>((_, reject) => {
        decline = () => reject(new WalletDeclined('closed'))
      })
    }
    const stop = new AbortController()
    const flow = client.claim({ drop, wallet: { ...wallet, execute }, signal: stop.signal })
    expect(await stopped(flow, stop, 'taking', nextQuestion())).toMatchObject(ABORTED)
    // A late answer to the first question says nothing about the second.
    decline()
    const waiting = new AbortController()
    const again = client.claim({ drop, wallet: { ...wallet, execute }, signal: waiting.signal })
    expect(await stopped(again, waiting, 'taking', nextQuestion())).toMatchObject(ABORTED)
    expect(await lastOf({ drop, wallet }, client)).toMatchObject({ kind: 'confirmed' })
    expect([...asked, ...sent]).toEqual([asked[0], asked[0], asked[0]])
  })

  it('keeps a second run only until that is stopped, whose wallet is then not asked', async () => {
    const drop = await createDrop(server)
    const client = clientWith({ storage: lockedStorage() })
    const { wallet, sent } = counted(newWallet())
    const first = new AbortController()
    const silent = client.claim({ drop, wallet: { ...wallet, execute: never }, signal: first.signal })
    for (let kind = ''; kind !== 'taking'; ) kind = (await silent.next()).value?.kind ?? 'taking'
    const second = new AbortController()
    const waiting = client.claim({ drop, wallet, signal: second.signal })
    expect(await stopped(waiting, second, 'taking')).toMatchObject(ABORTED)
    await silent.return()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(sent).toEqual([])
    expect(await lastOf({ drop, wallet }, client)).toMatchObject({ kind: 'confirmed' })
  })
})

/** The key in the URL of a claim link. */
function linkOf(url: string) {
  const keypair = Ed25519Keypair.fromSecretKey(Buffer.from(url.split('#link=')[1] ?? '', 'base64url'))
  const id = toBase64Url(keypair.getPublicKey().toRawBytes())
  const sign = async (dropId: string, recipient: string) => {
    const address = parseAddress(recipient, 'recipient')
    if (!address.ok) throw new Error('no address')
    return toBase64Url(await keypair.sign(Buffer.from(claimLinkMessage(dropId, id, address.value))))
  }
  return { id, sign }
}

describe('a page that keeps its own session', () => {
  it('claims with it, and its wallet is not asked to sign in', async () => {
    const drop = await createDrop(server)
    const wallet = newWallet()
    const signedIn = await clientWith().signIn(wallet)
    if (!signedIn.ok) throw new Error(signedIn.refusal.message)
    const states = await statesOf(clientWith({ session: () => signedIn.value }).claim({ drop, wallet }))
    expect(states.map(({ kind }) => kind)).not.toContain('signing_in')
    expect(states.at(-1)).toMatchObject({ kind: 'confirmed' })
  })

  it('finishes a claim that the wallet sends after it was signed out in another tab', async () => {
    const drop = await createDrop(server)
    const wallet = newWallet()
    const signedIn = await clientWith().signIn(wallet)
    if (!signedIn.ok) throw new Error(signedIn.refusal.message)
    let session: KeptSession | undefined = signedIn.value
    const execute = (bytes: string) => {
      session = undefined
      return wallet.execute(bytes)
    }
    const client = clientWith({ session: () => session })
    expect(await lastOf({ drop, wallet: { ...wallet, execute } }, client)).toMatchObject({
      kind: 'confirmed',
      claim: { userAddress: wallet.address },
    })
  })

  it.each([
    ['without one', undefined],
    ['of another wallet', { token: 'ds_other', address: `0x${'9'.repeat(64)}` }],
  ])('is refused %s, and its wallet is not asked to sign in', async (_, session) => {
    const drop = await createDrop(server)
    const states = await statesOf(clientWith({ session: () => session }).claim({ drop, wallet: newWallet() }))
    expect(states.map(({ kind }) => kind)).toEqual(['checking', 'refused'])
    expect(states.at(-1)).toMatchObject({ refusal: { code: 'UNAUTHENTICATED' } })
  })
})

describe('a known payment', () => {
  /** A payment that a buyer has begun, and the buyer's wallet. */
  async function begun(paymentMethod = 'SUI') {
    const dropId = await createDrop(server, { price: 0.5 })
    const { wallet, sent } = counted(await richWallet())
    const input = { dropId, walletAddress: wallet.address, paymentMethod, quantity: 1 }
    const { intentId } = await run<{ intentId: string }>(
      server,
      'mutation ($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { intentId } }',
      { input },
    )
    return { paymentIntentId: intentId, wallet, sent }
  }

  it.each(['SUI', 'another one'])(
    'of the method %s is paid by an anonymous visitor who knows its id',
    async (method) => {
      const { paymentIntentId, wallet } = await begun(method)
      const states = await statesOf(clientWith({ paymentIntentId }).pay({ paymentIntentId, wallet }))
      expect(states.slice(0, 2).map(({ kind }) => kind)).toEqual(['checking', 'paying'])
      expect(states.at(-1)).toMatchObject({ kind: 'paid', payment: { walletAddress: wallet.address } })
      expect(await paymentsOf(wallet)).toMatchObject([{ status: 'CONFIRMED' }])
    },
  )

  it('is sent once from two tabs that share a lock: the wallet is asked once', async () => {
    const { paymentIntentId, wallet, sent } = await begun()
    const storage = lockedStorage()
    const tab = () => statesOf(clientWith({ paymentIntentId, storage }).pay({ paymentIntentId, wallet }))
    const tabs = await Promise.all([tab(), tab()])
    expect(tabs.map((states) => states.at(-1)?.kind)).toEqual(['paid', 'paid'])
    expect(sent).toHaveLength(1)
  })

  it('that its wallet may have sent is given to the wallet again unchanged, not paid a second time', async () => {
    const { paymentIntentId, wallet, sent } = await begun()
    const client = clientWith({ paymentIntentId })
    const execute = (bytes: string) => {
      sent.push(bytes)
      return Promise.reject(new Error('Network Error'))
    }
    const pay = async () =>
      (await statesOf(client.pay({ paymentIntentId, wallet: { ...wallet, execute } }))).at(-1)
    expect(await pay()).toMatchObject({ refusal: { details: { isDeclined: false } } })
    await pay()
    expect(sent).toEqual([sent[0], sent[0]])
  })
})

it('a wallet enters a lottery, with a proof of work if the drop checks that claimers are people', async () => {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const terms = { admission: 'LOTTERY', entriesCloseAt: inAnHour, humanCheck: 'PROOF_OF_WORK' }
  const drop = await createDrop(server, { ...terms, supply: 10, maxAmount: '1000', tokenAmount: '100' })
  const wallet = newWallet()
  const states = await statesOf(clientWith().enter({ drop, wallet }))
  expect(states.map(({ kind }) => kind)).toEqual(['checking', 'signing_in', 'proving', 'entered'])
  const entry = await run(
    server,
    'query ($drop: ID!, $wallet: String!) { lotteryEntry(dropId: $drop, userAddress: $wallet) { state } }',
    { drop, wallet: wallet.address },
  )
  expect(entry).toEqual({ state: 'ENTERED' })
})

it('the state before a wait is shown again after it', async () => {
  const drop = await createDrop(server)
  let isBusy = true
  const busyOnce: typeof fetch = (input, init) => {
    if (!isBusy || !String(init?.body).includes('mutation FlowReserve')) return fetch(input, init)
    isBusy = false
    const error = { message: 'busy', extensions: { code: 'OVERLOADED', retryable: true, retryAfterMs: 1 } }
    return Promise.resolve(Response.json({ errors: [error] }))
  }
  const states = await statesOf(clientWith({ fetch: busyOnce }).claim({ drop, wallet: newWallet() }))
  const kinds = states.map(({ kind }) => kind)
  expect(kinds.slice(kinds.indexOf('claiming'), kinds.indexOf('claiming') + 3)).toEqual([
    'claiming',
    'waiting',
    'claiming',
  ])
})

it('a device whose clock is ahead gets a visitor’s token once, and signs in once', async () => {
  const drop = await createDrop(server, { maxPerWallet: 5 })
  const realNow = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 100 * 24 * 3_600_000)
  const asked: string[] = []
  const counting: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname)
    return fetch(input, init)
  }
  try {
    const storage = memoryStorage()
    const wallet = newWallet()
    for (let load = 0; load < 2; load += 1)
      expect(await lastOf({ drop, wallet }, clientWith({ storage, fetch: counting }))).toMatchObject({
        kind: 'confirmed',
      })
    const times = (path: string) => asked.filter((one) => one === path).length
    // Each of the two clients begins as a visitor.
    expect(times('/auth/visit')).toBe(2)
    expect(times('/auth/verify')).toBe(1)
  } finally {
    clock.mockRestore()
  }
})
