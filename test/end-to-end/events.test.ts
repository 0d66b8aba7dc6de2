// The event log: what is written to it, and that all its readers get the same events.
import { createClient } from 'graphql-ws'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../support/http.ts'
import { type Hit, openReceiver } from '../support/webhook-receiver.ts'
import { CREATE_DROP, type Data, onEachDatabase, soon, UPDATE_DROP, type World } from './world.ts'

const SUI = '0x2::sui::SUI'
const VOUCHER_SECONDS = 15 * 60

type ReceivedEvent = {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: Data
}

const eventIn = ({ headers, body }: Hit): ReceivedEvent => ({
  id: String(headers['webhook-id']),
  ...JSON.parse(body),
})

const follow = (world: World, query: string): readonly Data[] => {
  const heard: Data[] = []
  const client = createClient({
    url: world.server.webSocketUrl,
    connectionParams: { Authorization: `Bearer ${world.server.apiKey}` },
  })
  onTestFinished(async () => client.dispose())
  client.subscribe<Data>(
    { query },
    {
      next: ({ data }) => void heard.push(Object.values(data)[0]),
      error: (error) => void heard.push({ error }),
      complete: () => {},
    },
  )
  return heard
}

const eventsSince = async (world: World, since: string): Promise<readonly ReceivedEvent[]> => {
  const query =
    'query ($since: ID) { events(since: $since, limit: 200) { id type event timestamp data details } }'
  const { events } = await world.ask(query, { since })
  return events.map(({ event, details, ...received }: Data) => {
    expect([event, details]).toEqual([received.type, received.data])
    return received
  })
}

/** The newest event. An event may get its position in the log a moment after the action that caused it. */
const newest = async (world: World): Promise<string> => {
  await world.token()
  let id: string | undefined
  await soon(async () => {
    id = (await world.ask('{ events(limit: 1) { id } }')).events[0]?.id
    expect(id).toBeDefined()
  })
  return id ?? ''
}

/** The types of the events of one drop after `since`, in order. */
const namesSince = async (world: World, since: string, dropId: string) =>
  (await eventsSince(world, since)).filter(({ data }) => data.dropId === dropId).map(({ type }) => type)

const update = (world: World, id: string, input: object) => world.ask(UPDATE_DROP, { id, input })
const inSeconds = (now: number, seconds: number) => new Date(now + seconds * 1_000).toISOString()

onEachDatabase('the log', (world) => {
  it('contains the whole life of a drop, each event once and in order', async () => {
    const since = await newest(world)
    const dropId = await world.launch({ status: 'DRAFT', maxAmount: '20', supply: 2 })
    const names: string[] = []
    /** Waits for the events of the last action. */
    const expectEvents = async (...expected: readonly string[]) => {
      names.push(...expected)
      await soon(async () => expect(await namesSince(world, since, dropId)).toEqual(names))
    }
    await expectEvents('drop.created')
    await update(world, dropId, { title: 'Pepper for all' })
    await expectEvents('drop.updated')
    await update(world, dropId, { status: 'ACTIVE' })
    await expectEvents('drop.activated')
    await update(world, dropId, { status: 'ACTIVE' })
    await update(world, dropId, { status: 'PAUSED' })
    await expectEvents('drop.paused')
    await update(world, dropId, { status: 'ACTIVE' })
    await expectEvents('drop.resumed')
    const gate = 'mutation ($id: ID!) { updateGatingConfig(dropId: $id, input: { isActive: false }) { id } }'
    await world.ask(gate, { id: dropId })
    await expectEvents('gating.updated')
    const rotated = await ask(`${world.server.url}/drops/${dropId}/rotate-key`, {
      body: { reason: 'test' },
      key: world.server.apiKey,
    })
    expect(rotated.status).toBe(200)
    await expectEvents('drop.key_rotated')
    const first = await world.claim(dropId, world.wallet())
    await expectEvents('drop.claimed')
    await world.take(first)
    await expectEvents('claim.confirmed')
    await world.claim(dropId, world.wallet())
    await expectEvents('drop.claimed', 'drop.sold_out', 'drop.completed')
    await world.advance(VOUCHER_SECONDS + 3)
    await expectEvents('claim.expired', 'drop.resumed')
    await world.claim(dropId, world.wallet())
    // `drop.completed` occurs only once.
    await expectEvents('drop.claimed', 'drop.sold_out')
    await update(world, dropId, { status: 'ENDED' })
    await expectEvents('drop.ended')
    const claimDeadline = inSeconds(await world.advance(0), 3_600)
    await update(world, dropId, { status: 'ACTIVE', claimDeadline })
    await expectEvents('drop.updated', 'drop.resumed', 'drop.sold_out')
    await update(world, dropId, { status: 'CANCELLED' })
    await expectEvents('drop.cancelled')
    await world.ask('mutation ($id: ID!) { deleteDrop(id: $id) }', { id: dropId })
    await expectEvents('drop.deleted')
  })

  it('contains the ids and new values of the changed records', async () => {
    const since = await newest(world)
    const dropId = await world.launch({ maxAmount: '20' })
    const wallet = world.wallet()
    const { claim } = await world.claim(dropId, wallet)
    const ofThisDrop = async () =>
      (await eventsSince(world, since)).filter(({ data }) => data.dropId === dropId)
    await soon(async () => expect(await ofThisDrop()).toHaveLength(2))
    const [created, claimed] = await ofThisDrop()
    expect(created).toMatchObject({
      type: 'drop.created',
      data: { dropId, maxAmount: '20', status: 'ACTIVE' },
    })
    expect(claimed).toMatchObject({
      type: 'drop.claimed',
      data: {
        dropId,
        claimId: claim.id,
        userAddress: wallet,
        amount: '10',
        sequence: 1,
        claimedAmount: '10',
        remainingBalance: '10',
      },
    })
    // A reservation is made once, however often the claim is repeated.
    await world.claim(dropId, wallet)
    expect((await world.refusedClaim(dropId, '0x1', { amount: '7' })).extensions.code).toBe('BAD_USER_INPUT')
    await update(world, dropId, { status: 'PAUSED' })
    await soon(async () =>
      expect((await ofThisDrop()).map(({ type }) => type).slice(2)).toEqual(['drop.paused']),
    )
  })

  it('contains the changes of payments and refunds', async () => {
    const since = await newest(world)
    const dropId = await world.launch({ price: 1, maxAmount: '1000', maxPerWallet: 5 })
    const CREATE = `mutation ($input: CreatePaymentIntentInput!) {
      createPaymentIntent(input: $input) { id intentId amountAtomic recipientAddress } }`
    const names = async ({ id }: Data) =>
      (await eventsSince(world, since))
        .filter(({ data }) => data.paymentIntentId === id)
        .map(({ type }) => type)
    const intend = async (walletAddress: string): Promise<Data> =>
      (await world.ask(CREATE, { input: { dropId, walletAddress, paymentMethod: 'SUI', quantity: 2 } }))
        .createPaymentIntent
    const pay = async (from: string, { recipientAddress: to, intentId: memo }: Data, amount: string) => {
      await world.server.fakeChain('faucet', { address: from, coinType: SUI, amount })
      const sent = await world.server.fakeChain('transfer', { from, to, coinType: SUI, amount, memo })
      expect(sent.status).toBe(200)
    }
    const refund = (id: string, amount?: number) =>
      world.ask('mutation ($input: ProcessRefundInput!) { processRefund(input: $input) { id } }', {
        input: { paymentIntentId: id, ...(amount === undefined ? {} : { amount }) },
      })
    const see = async ({ id }: Data) =>
      (await world.ask(`{ paymentIntent(id: "${id}") { status statusReason } }`)).paymentIntent
    const [paid, short, late, unwanted] = [
      world.wallet(),
      world.wallet(),
      world.wallet(),
      world.wallet(),
    ].map((wallet) => ({ wallet }))

    const confirmed = await intend(paid?.wallet ?? '')
    await pay(paid?.wallet ?? '', confirmed, confirmed.amountAtomic)
    await soon(async () => expect(await names(confirmed)).toEqual(['payment.created', 'payment.confirmed']))
    await refund(confirmed.id, 0.5)
    await soon(async () =>
      expect((await names(confirmed)).slice(2)).toEqual([
        'refund.created',
        'refund.succeeded',
        'payment.refunded',
      ]),
    )
    expect(await see(confirmed)).toEqual({ status: 'PARTIALLY_REFUNDED', statusReason: null })

    const reviewed = await intend(short?.wallet ?? '')
    await pay(short?.wallet ?? '', reviewed, '1000')
    await soon(async () =>
      expect(await names(reviewed)).toEqual(['payment.created', 'payment.requires_review']),
    )
    expect(await see(reviewed)).toEqual({ status: 'REQUIRES_REVIEW', statusReason: 'UNDERPAID' })

    const cancelled = await intend(unwanted?.wallet ?? '')
    await world.ask('mutation ($id: ID!) { cancelPaymentIntent(id: $id) { id } }', { id: cancelled.id })
    await soon(async () => expect(await names(cancelled)).toEqual(['payment.created', 'payment.cancelled']))

    const expired = await intend(late?.wallet ?? '')
    await world.advance(VOUCHER_SECONDS + 3)
    await soon(async () => expect(await names(expired)).toEqual(['payment.created', 'payment.expired']))

    await refund(confirmed.id)
    await soon(async () =>
      expect((await names(confirmed)).slice(5)).toEqual([
        'refund.created',
        'refund.succeeded',
        'payment.refunded',
      ]),
    )
  })

  it('are the same for a webhook, a subscription and a query, and exclude refused operations', async () => {
    const since = await newest(world)
    const { url, hits, close } = await openReceiver()
    onTestFinished(close)
    const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }'
    const { createWebhook } = await world.ask(CREATE, { input: { url, events: ['*'] } })
    const heard = follow(world, `subscription { eventStream(after: "${since}") { id type timestamp data } }`)
    const dropId = await world.launch({ maxAmount: '30' })
    for (let time = 0; time < 3; time++) await world.claim(dropId, world.wallet())
    const existingTokenId = await world.token()
    const bad = { existingTokenId, title: '', type: 'TOKEN', claimType: 'REGULAR', maxAmount: '1' }
    expect((await world.refusal(CREATE_DROP, { input: bad })).extensions.field).toBe('title')
    expect((await world.refusedClaim(dropId, world.wallet())).extensions.code).toBe('DROP_SOLD_OUT')
    await update(world, dropId, { status: 'CANCELLED' })

    const expected = [
      'drop.created',
      ...Array.from({ length: 3 }, () => 'drop.claimed'),
      'drop.sold_out',
      'drop.completed',
      'drop.cancelled',
    ]
    // The last events of other drops may arrive at any moment.
    const ofDrop = <One extends { readonly data: Data }>(all: readonly One[]): readonly One[] =>
      all.filter(({ data }) => data.dropId === dropId)
    await soon(async () => expect(ofDrop(hits.map(eventIn))).toHaveLength(expected.length))
    const logged = ofDrop(await eventsSince(world, since))
    expect(logged.map(({ type }) => type)).toEqual(expected)
    await soon(async () => expect(ofDrop(heard)).toEqual(logged))
    // Deliveries are started in the order of the log, but may arrive in any order.
    const ids = logged.map(({ id }) => id)
    const byPlace = (one: ReceivedEvent, other: ReceivedEvent) => ids.indexOf(one.id) - ids.indexOf(other.id)
    expect(ofDrop(hits.map(eventIn)).toSorted(byPlace)).toEqual(logged)

    const PLATFORM = `query ($dropId: ID!, $since: ID) { platformEvents(dropId: $dropId, since: $since) {
      id event timestamp details drop { title } user { username } } }`
    const { platformEvents } = await world.ask(PLATFORM, { dropId, since })
    expect(platformEvents).toEqual(
      logged.map(({ id, type: event, timestamp, data: details }) => ({
        id,
        event,
        timestamp,
        details,
        drop: { title: 'Pepper' },
        // No user causes a drop to be sold out.
        user: ['drop.sold_out', 'drop.completed'].includes(event) ? null : { username: 'admin' },
      })),
    )
    await world.ask('mutation ($input: DeleteWebhookInput!) { deleteWebhook(input: $input) }', {
      input: { id: createWebhook.id },
    })
  })
})
