import { MAX_QUEUED } from '@dropkit/core/internal'
import { sampleEvent } from '@dropkit/testing'
import type { Client } from 'graphql-ws'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchClaim, launchDrop, launchToken, walletOf } from './api.ts'
import { eventually, openDeafClient, openSocketApi, type SocketApi } from './web-sockets.ts'

let api: SocketApi
let other: { readonly id: string; readonly key: string }
beforeAll(async () => {
  api = await openSocketApi()
  other = await api.newUser('other')
  await launchToken(api)
})
afterAll(() => api.app.close())
afterEach(() => eventually(() => api.dropkit.eventFollowers() === 0))

// biome-ignore lint/suspicious/noExplicitAny: updates have the shape of whatever was asked.
type Update = any

interface Following extends Disposable {
  /** All that has come. */
  readonly updates: readonly Update[]
  /** What comes until there are so many. */
  until(count: number): Promise<readonly Update[]>
  readonly ended: Promise<unknown>
  stop(): void
}

/** Subscribes with a client of its own, and waits until the server follows. */
async function follow(query: string, key?: string, on: SocketApi = api): Promise<Following> {
  const before = on.dropkit.eventFollowers()
  const client: Client = on.client(key)
  const updates: Update[] = []
  let stop = () => {}
  const ended = new Promise<unknown>((resolve) => {
    stop = client.subscribe(
      { query },
      {
        next: ({ data, errors }) => void updates.push(errors ? { errors } : Object.values(data ?? {})[0]),
        error: resolve,
        complete: () => resolve('complete'),
      },
    )
  })
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  await eventually(() => on.dropkit.eventFollowers() > before || isOver)
  return {
    updates,
    ended,
    stop,
    async until(count) {
      await eventually(() => updates.length >= count)
      return updates
    },
    [Symbol.dispose]: () => {
      stop()
      void client.dispose()
    },
  }
}

const createToken = (name = 'Gold') => launchToken(api, { name })
const newestEvent = async () => (await api.data('{ events(limit: 1) { id } }')).events[0].id

describe('eventStream', () => {
  const STREAM =
    'subscription { eventStream { id type event timestamp data details drop { id } user { username } } }'

  test('sends every event of the caller’s own records and acts, in log order', async () => {
    using stream = await follow(STREAM)
    using foreign = await follow(STREAM, other.key)
    const since = await newestEvent()
    const dropId = await launchDrop(api)
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => launchClaim(api, dropId, walletOf(n + 1))),
    )
    const told = await stream.until(claims.length + 2)
    const { events } = await api.data(
      `{ events(since: "${since}", limit: 200) { id type event timestamp data details drop { id } user { username } } }`,
    )
    expect(told).toEqual(events)
    expect(told.map(({ type }) => type)).toEqual([
      'token.created',
      'drop.created',
      ...claims.map(() => 'drop.claimed'),
    ])
    expect(foreign.updates).toEqual([])
    // The claimer hears of it, and so does the drop's owner.
    await launchClaim(api, dropId, walletOf(99), { key: other.key })
    expect((await foreign.until(1))[0]).toMatchObject({ type: 'drop.claimed', user: { username: 'other' } })
    await stream.until(told.length)
  })

  test('goes on from an event, across a break of the connection, without a gap or a repetition', async () => {
    const start = await newestEvent()
    const seen: string[] = []
    let after = start
    for (let round = 0; round < 4; round++) {
      // What happens while no client listens …
      for (let n = 0; n < 3; n++) await createToken()
      using stream = await follow(`subscription { eventStream(after: "${after}") { id } }`)
      // … and while a client does.
      for (let n = 0; n < 3; n++) await createToken()
      for (const { id } of await stream.until(6)) seen.push(id)
      after = seen.at(-1) ?? start
    }
    const { events } = await api.data(`{ events(since: "${start}", limit: 200) { id } }`)
    expect(seen).toEqual(events.map(({ id }: { id: string }) => id))
    expect(seen).toHaveLength(24)
  })

  test('sends only events of the requested types', async () => {
    using stream = await follow('subscription { eventStream(types: ["drop.*"]) { type } }')
    const dropId = await launchDrop(api)
    await api.data(`mutation { updateDrop(id: "${dropId}", input: { title: "Snow" }) { id } }`)
    expect(await stream.until(2)).toEqual([{ type: 'drop.created' }, { type: 'drop.updated' }])
  })

  test('shows no drop that the caller may not read', async () => {
    using stream = await follow(STREAM)
    await launchDrop(api, { status: 'DRAFT' })
    expect((await stream.until(2))[1].drop).not.toBeNull()
  })
})

const positionOf = (id: string) => Number(id.replace('event_', ''))

describe('dropUpdates', () => {
  const query = (dropId: string, after?: string) =>
    `subscription { dropUpdates(dropId: "${dropId}"${after ? `, after: "${after}"` : ''}) {
      id type timestamp drop { id title status claimCount claimedAmount } } }`

  test('sends the changes of a drop to any caller', async () => {
    const dropId = await launchDrop(api)
    using stream = await follow(query(dropId), other.key)
    await launchClaim(api, dropId, walletOf(1))
    expect(await stream.until(1)).toMatchObject([
      { type: 'drop.claimed', drop: { id: dropId, claimCount: 1, claimedAmount: '10' } },
    ])
  })

  test('tells only the owner of payments and exemptions', async () => {
    const dropId = await launchDrop(api, { price: 1, supply: 5 })
    const after = await newestEvent()
    using own = await follow(query(dropId))
    using foreign = await follow(query(dropId), other.key)
    const buy = `createPaymentIntent(input: { dropId: "${dropId}", walletAddress: "0x1", paymentMethod: "SUI" }) { id }`
    const exempt = `grantExemption(input: { dropId: "${dropId}", walletAddress: "0x2", reason: "guest" }) { id }`
    await api.data(`mutation { ${buy} }`)
    expect(await own.until(1)).toMatchObject([{ type: 'payment.created' }])
    await api.data(`mutation { updateDrop(id: "${dropId}", input: { title: "Snow" }) { id } }`)
    await api.data(`mutation { ${exempt} }`)
    expect(await foreign.until(1)).toMatchObject([{ type: 'drop.updated', drop: { title: 'Snow' } }])
    using resumed = await follow(query(dropId, after), other.key)
    expect(await resumed.until(1)).toMatchObject([{ type: 'drop.updated' }])
    await eventually(() => own.updates.at(-1)?.type === 'gating.exemption_granted')
    expect([foreign.updates.length, resumed.updates.length]).toEqual([1, 1])
  })

  test('sends each caller only its own fields, even if many request the same', async () => {
    // Only its creator counts what other users may not see.
    await launchDrop(api, { status: 'DRAFT' })
    const dropId = await launchDrop(api)
    const counted = `drop(id: "${dropId}") { creator { totalDrops } }`
    const { totalDrops } = (await api.data(`{ ${counted} }`)).drop.creator
    const asked = `subscription { dropUpdates(dropId: "${dropId}") { drop { title creator { totalDrops } } } }`
    using first = await follow(asked, other.key)
    using own = await follow(asked)
    using last = await follow(asked, other.key)
    using plain = await follow(`subscription { dropUpdates(dropId: "${dropId}") { type drop { title } } }`)
    await api.data(`mutation { updateDrop(id: "${dropId}", input: { title: "Snow" }) { id } }`)
    expect(await plain.until(1)).toEqual([{ type: 'drop.updated', drop: { title: 'Snow' } }])
    const [{ drop: forAnother }] = await first.until(1)
    expect(forAnother.creator.totalDrops).toBeLessThan(totalDrops)
    expect(await own.until(1)).toEqual([{ drop: { title: 'Snow', creator: { totalDrops } } }])
    expect(await last.until(1)).toEqual([{ drop: forAnother }])
  })

  test('sends at most four updates a second, and always the last', async () => {
    const dropId = await launchDrop(api)
    using stream = await follow(query(dropId))
    const begin = performance.now()
    for (let n = 1; n <= 100; n++) {
      await launchClaim(api, dropId, walletOf(n))
      if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await eventually(() => stream.updates.at(-1)?.drop.claimCount === 100)
    const seconds = (performance.now() - begin) / 1_000
    expect(stream.updates.length).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1)
    expect(stream.updates.length).toBeGreaterThan(1)
    expect(stream.updates.at(-1)).toMatchObject({ drop: { claimCount: 100, status: 'SOLD_OUT' } })
    expect(stream.updates.at(-1).id).toBe(await newestEvent())
  })

  test('sends a deletion last, and ends', async () => {
    const dropId = await launchDrop(api)
    using stream = await follow(query(dropId))
    await api.data(`mutation { deleteDrop(id: "${dropId}") }`)
    expect(await stream.ended).toBe('complete')
    expect(stream.updates).toMatchObject([{ type: 'drop.deleted', drop: { id: dropId } }])
  })

  test('goes on from an event with the state as it is now', async () => {
    const dropId = await launchDrop(api)
    const after = await newestEvent()
    for (let n = 1; n <= 5; n++) await launchClaim(api, dropId, walletOf(n))
    using stream = await follow(query(dropId, after))
    await eventually(() => stream.updates.at(-1)?.id !== undefined)
    const last = await newestEvent()
    await eventually(() => stream.updates.at(-1)?.id === last)
    expect(stream.updates.at(-1)).toMatchObject({ drop: { claimCount: 5 } })
    const beforeLast = `event_${positionOf(last) - 1}`
    using resumed = await follow(query(dropId, beforeLast))
    expect((await resumed.until(1)).map(({ id }) => id)).toEqual([last])
  })

  test('a DRAFT is followed by its owner alone', async () => {
    const dropId = await launchDrop(api, { status: 'DRAFT' })
    using refused = await follow(query(dropId), other.key)
    expect(await refused.ended).toMatchObject([
      { message: 'Drop not found', path: ['dropUpdates'], extensions: { code: 'NOT_FOUND' } },
    ])
    using stream = await follow(query(dropId))
    await api.data(`mutation { updateDrop(id: "${dropId}", input: { title: "Snow" }) { id } }`)
    expect(await stream.until(1)).toMatchObject([
      { type: 'drop.updated', drop: { title: 'Snow', status: 'DRAFT' } },
    ])
  })
})

describe('claimNotifications', () => {
  const query = (userId: string) =>
    `subscription { claimNotifications(userId: "${userId}") { id type timestamp claim { id amount status drop { id } } } }`

  test('sends the caller’s claims and those on its drops', async () => {
    const dropId = await launchDrop(api)
    const foreignDrop = await launchDrop(api, {}, { key: other.key })
    using owners = await follow(query(api.ownerId))
    using others = await follow(query(other.id), other.key)
    const first = await launchClaim(api, dropId, walletOf(1), { key: other.key })
    const second = await launchClaim(api, foreignDrop, walletOf(2), { key: other.key })
    await api.data(`mutation { updateDrop(id: "${dropId}", input: { title: "Snow" }) { id } }`)
    expect((await others.until(2)).map(({ claim }) => claim.id)).toEqual([first, second])
    expect(await owners.until(1)).toMatchObject([
      { type: 'drop.claimed', claim: { id: first, amount: '10', status: 'PENDING', drop: { id: dropId } } },
    ])
  })

  test('sends the amount of a claim when the beacon has drawn it', async () => {
    const own = await openSocketApi()
    try {
      const terms = { tokenAmount: '0', supply: 5, randomness: 'BEACON' }
      const dropId = await launchDrop(own, terms)
      using updates = await follow(query(own.ownerId), own.key, own)
      await own.data(`mutation { claimRandomDrop(input: {
        dropId: "${dropId}", userAddress: "${walletOf(1)}" }) { success } }`)
      own.ports.clock.advance(60_000)
      for (let round = 0; round < 5; round++) await own.dropkit.runDueJobs()
      const [claimed, revealed] = await updates.until(3)
      expect(claimed).toMatchObject({ type: 'drop.claimed' })
      expect(revealed).toMatchObject({ type: 'claim.revealed', claim: { id: claimed.claim.id } })
      expect(Number(revealed.claim.amount)).toBeGreaterThan(0)
    } finally {
      await own.app.close()
    }
  })

  test('are refused to another user', async () => {
    using refused = await follow(query(other.id))
    expect(await refused.ended).toMatchObject([
      { message: 'Access denied', extensions: { code: 'FORBIDDEN' } },
    ])
  })
})

describe('paymentUpdates', () => {
  const create = async (key: string) => {
    const dropId = await launchDrop(api, { price: 1.5, supply: 100 })
    const query = `mutation { createPaymentIntent(input: {
      dropId: "${dropId}", walletAddress: "${walletOf(5)}", paymentMethod: "sui" }) { id } }`
    return (await api.data(query, {}, { key })).createPaymentIntent.id
  }
  const query = (id: string) =>
    `subscription { paymentUpdates(paymentIntentId: "${id}") { id type paymentIntent { id status } timestamp } }`

  test('sends the changes of a payment to its payer and the drop’s owner only', async () => {
    const id = await create(other.key)
    const stranger = await api.newUser('stranger')
    using payers = await follow(query(id), other.key)
    using owners = await follow(query(id))
    using refused = await follow(query(id), stranger.key)
    expect(await refused.ended).toMatchObject([{ message: 'Payment intent not found' }])
    await api.data(`mutation { cancelPaymentIntent(id: "${id}") { status } }`, {}, { key: other.key })
    for (const stream of [payers, owners]) {
      expect(await stream.until(1)).toMatchObject([
        { type: 'payment.cancelled', paymentIntent: { id, status: 'CANCELLED' } },
      ])
    }
  })
})

describe('a subscription with after', () => {
  test.each(['claimNotifications', 'paymentUpdates'])(
    'gives the very next event, wherever it begins: %s',
    async (field) => {
      using log = await follow('subscription { eventStream { id type } }')
      const isOfClaims = field === 'claimNotifications'
      const dropId = await launchDrop(api, isOfClaims ? {} : { price: 1.5, supply: 100 })
      let argument = `userId: "${api.ownerId}"`
      if (isOfClaims) for (let n = 1; n <= 3; n++) await launchClaim(api, dropId, walletOf(60 + n))
      else {
        const { createPaymentIntent } = await api.data(`mutation { createPaymentIntent(input: {
          dropId: "${dropId}", walletAddress: "${walletOf(70)}", paymentMethod: "sui" }) { id } }`)
        argument = `paymentIntentId: "${createPaymentIntent.id}"`
        await api.data(`mutation { cancelPaymentIntent(id: "${createPaymentIntent.id}") { status } }`)
      }
      const isWanted = ({ type }: Update) => type.startsWith(isOfClaims ? 'drop.claimed' : 'payment.')
      await eventually(() => log.updates.filter(isWanted).length >= (isOfClaims ? 3 : 2))
      const ids: string[] = log.updates.filter(isWanted).map(({ id }) => id)
      log.stop()
      for (const [place, id] of ids.entries()) {
        await eventually(() => api.dropkit.eventFollowers() === 0)
        // Right before it: a resume that skips one event would miss this one.
        const after = `event_${positionOf(id) - 1}`
        using resumed = await follow(`subscription { ${field}(${argument}, after: "${after}") { id } }`)
        const heard = await resumed.until(ids.length - place)
        expect(heard.map((update) => update.id)).toEqual(ids.slice(place))
      }
    },
  )

  test.each(['eventStream', 'dropUpdates', 'claimNotifications', 'paymentUpdates'])(
    'refuses an event that the log does not reach, and names the argument: %s',
    async (field) => {
      const dropId = await launchDrop(api, { price: 1.5, supply: 100 })
      const { createPaymentIntent } = await api.data(`mutation { createPaymentIntent(input: {
        dropId: "${dropId}", walletAddress: "${walletOf(71)}", paymentMethod: "sui" }) { id } }`)
      const argument = {
        eventStream: '',
        dropUpdates: `dropId: "${dropId}"`,
        claimNotifications: `userId: "${api.ownerId}"`,
        paymentUpdates: `paymentIntentId: "${createPaymentIntent.id}"`,
      }[field]
      const last = positionOf((await api.data('{ events(limit: 1) { id } }')).events[0].id)
      const after = (position: number) =>
        follow(`subscription { ${field}(${argument}, after: "event_${position}") { id } }`)
      using beyond = await after(last + 1)
      expect(JSON.stringify([await beyond.ended, beyond.updates])).toMatch(
        /does not reach event_.*"field":"after"/,
      )
      using resumed = await after(last)
      expect(resumed.updates).toEqual([])
    },
  )
})

test('refuses to go on if a later event was removed from the log', async () => {
  const own = await openSocketApi()
  try {
    await launchToken(own)
    await launchDrop(own)
    await own.dropkit.deliverWebhooks()
    const removed = await own.ports.retention.deleteExpired('events', Number.MAX_SAFE_INTEGER, 2)
    expect(removed).toBe(2)
    using refused = await follow('subscription { eventStream(after: "event_1") { id } }', undefined, own)
    expect(JSON.stringify([await refused.ended, refused.updates])).toContain('no longer in the event log')
    using resumed = await follow('subscription { eventStream(after: "event_2") { id } }', undefined, own)
    expect(resumed.updates).not.toContainEqual(expect.objectContaining({ errors: expect.anything() }))
  } finally {
    await own.app.close()
  }
})

/** Writes events that concern the owner, all at once. */
const writeEvents = async (count: number, on: SocketApi, text = '') => {
  const [owner] = await on.ports.store.listUsers({ limit: 1 })
  const events = Array.from({ length: count }, (_, n) => ({
    ...sampleEvent({ id: 'drop_x', creatorId: owner?.id, tokenId: null } as never),
    dropId: null,
    tokenId: null,
    actorId: null,
    data: { n, text },
  }))
  await on.ports.store.create({ events })
}

describe('a client that is too slow', () => {
  test('but continues to read gets an error, and continues without a gap after it reconnects', async () => {
    const slow = await openSocketApi()
    const client = await openDeafClient(slow)
    const text = 'x'.repeat(2_000)
    let heard = ''
    client.socket.on('data', (data) => {
      heard += data.toString('latin1')
    })
    client.socket.pause()
    client.send({
      id: '1',
      type: 'subscribe',
      payload: { query: 'subscription { eventStream { id data } }' },
    })
    await eventually(() => slow.dropkit.eventFollowers() === 1)
    for (let n = 0; n < 60; n++) await writeEvents(100, slow, text)
    await new Promise((resolve) => setTimeout(resolve, 100))
    client.socket.resume()
    await eventually(() => heard.includes('"type":"error"'))
    expect(heard).toContain('"code":"OVERLOADED","retryable":true')
    expect(heard).toContain('resume after the last one that came')
    const ids = [...heard.matchAll(/"id":"(event_\w+)"/g)].map(([, id]) => id)
    expect(ids.length).toBeGreaterThan(MAX_QUEUED)
    const { events } = await slow.data(`{ events(since: "${ids[0]}", limit: 200) { id } }`)
    expect(ids.slice(1, 201)).toEqual(events.map(({ id }: { id: string }) => id))
    expect(slow.dropkit.eventFollowers()).toBe(0)
    client.socket.destroy()
    await slow.app.close()
  })

  test('and reads nothing while it sends more requests gets an error and is disconnected', async () => {
    const slow = await openSocketApi(undefined, { sockets: { bufferedBytes: 64 * 1024, closeMs: 300 } })
    for (let n = 0; n < 100; n++) await slow.newUser(`user${n}`)
    const client = await openDeafClient(slow)
    client.send({ id: 's', type: 'subscribe', payload: { query: 'subscription { eventStream { id } }' } })
    await eventually(() => slow.dropkit.eventFollowers() === 1)
    let isGone = false
    const query = `{ users(limit: 200) { ${Array.from({ length: 60 }, (_, n) => `a${n}: id`).join(' ')} } }`
    const memory = process.memoryUsage().rss
    for (let n = 0; n < 200 && !isGone; n++) {
      client.send({ id: `q${n}`, type: 'subscribe', payload: { query } })
      await new Promise((resolve) => setTimeout(resolve, 2))
      isGone = slow.dropkit.eventFollowers() === 0
    }
    await eventually(() => slow.dropkit.eventFollowers() === 0)
    expect(process.memoryUsage().rss - memory).toBeLessThan(300 * 1024 * 1024)
    expect(slow.ports.log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
    client.socket.destroy()
    await slow.app.close()
  })

  test('and does not answer pings is disconnected', async () => {
    const slow = await openSocketApi(undefined, { sockets: { pingMs: 50 } })
    const client = await openDeafClient(slow)
    client.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { eventStream { id } }' } })
    await eventually(() => slow.dropkit.eventFollowers() === 1)
    await eventually(() => slow.dropkit.eventFollowers() === 0)
    client.socket.destroy()
    await slow.app.close()
  })
})

test('no subscription continues after its client has stopped, left or been disconnected', async () => {
  const dropId = await launchDrop(api)
  const queries = [
    'subscription { eventStream { id } }',
    `subscription { dropUpdates(dropId: "${dropId}") { id } }`,
    `subscription { claimNotifications(userId: "${api.ownerId}") { id } }`,
  ]
  for (let round = 0; round < 20; round++) {
    const deaf = await openDeafClient(api)
    queries.forEach((query, n) => {
      deaf.send({ id: `${n}`, type: 'subscribe', payload: { query } })
      if (round % 4 === 0) deaf.send({ id: `${n}`, type: 'complete' })
    })
    if (round % 2 === 0) await eventually(() => round % 4 === 0 || api.dropkit.eventFollowers() === 3)
    if (round % 3 === 0) await launchClaim(api, dropId, walletOf(round + 1))
    deaf.socket.destroy()
  }
  await eventually(() => api.dropkit.eventFollowers() === 0)
  // Also when an id is given again at once.
  const raw = await api.admitted()
  for (let n = 0; n < 50; n++) {
    raw.send({ id: '1', type: 'subscribe', payload: { query: queries[n % 3] } })
    raw.send({ id: '1', type: 'complete' })
    if (n % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
  }
  raw.close()
  await eventually(() => api.dropkit.eventFollowers() === 0)
})

test('a subscription that sent more than its caller has tokens for pauses, and others go on', async () => {
  const charged: number[] = []
  const strict = await openSocketApi(undefined, {
    rateLimits: {
      takeTokens: async () => ({ refusal: null, headers: {} }),
      async chargeTokens(_authenticated, count) {
        charged.push(count)
        return 600_000
      },
      countBadCredential: async () => null,
      countWebhookSend: async () => null,
    },
  })
  const id = await launchDrop(strict)
  const titles = Array.from({ length: 1_600 }, (_, place) => `idOfDrop${place}: id`).join(' ')
  using large = await follow(
    `subscription { dropUpdates(dropId: "${id}") { drop { ${titles} } } }`,
    undefined,
    strict,
  )
  using small = await follow(
    `subscription { dropUpdates(dropId: "${id}") { drop { title } } }`,
    undefined,
    strict,
  )
  await launchClaim(strict, id, walletOf(1))
  await Promise.all([large.until(1), small.until(1)])
  await launchClaim(strict, id, walletOf(2))
  await small.until(2)
  expect(large.updates).toHaveLength(1)
  expect(charged).toHaveLength(1)
  large.stop()
  small.stop()
  await strict.app.close()
})
