import {
  createTestPorts,
  createTestService,
  granted,
  testWallet,
  testWalletSignature,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { replaceMethod } from '../../test/replace-method.ts'
import { testRun } from '../../test/test-run.ts'
import type { Drop } from '../domain/drop.ts'
import type { UploadedFile } from '../domain/file.ts'
import { DAY_MS, MINUTE_MS } from '../domain/instant.ts'
import type { Json } from '../domain/json.ts'
import type { Refusal } from '../domain/refusal.ts'
import { ok, type Result } from '../domain/result.ts'
import type { Caller } from '../domain/user.ts'
import type { Ports } from '../ports/index.ts'
import { deleteExpiredRecords } from './delete-expired-records.ts'
import { createDropkit } from './dropkit.ts'
import { DEFAULT_SETTINGS, type Settings } from './settings.ts'
import { createUserLimits } from './user-limits.ts'

const GAS = 10_000_000

/** The service with limits, a user whom they hold, and the operator's own. */
async function limitedService(settings: Partial<Settings>) {
  const service = await createTestService()
  const { ports } = service
  const dropkit = createDropkit({ ...ports, keyValues: ports.memory.keyValues }, settings)
  const create = (caller = service.owner, terms = {}): Promise<Result<Drop, Refusal>> =>
    dropkit.createDrop(caller, {
      title: 'Pepper',
      type: 'TOKEN',
      claimType: 'REGULAR',
      maxAmount: '1000',
      tokenAmount: '10',
      existingTokenId: service.tokenId,
      ...terms,
    })
  async function work(ms: number, steps = 8) {
    for (let step = 0; step < steps; step++) {
      ports.clock.advance(ms / steps)
      for (let round = 0; round < 100 && (await dropkit.runDueJobs()) > 0; round++);
    }
  }
  const midnight = () => (Math.floor(ports.clock.now() / DAY_MS) + 1) * DAY_MS
  return { ...service, dropkit, create, work, midnight, admin: await service.callerOf('admin') }
}

const uploaded = ({ id, filename }: UploadedFile) => ({ url: `/files/${id}/${filename}` })

const refused = (result: Result<unknown, Refusal>) => (result.ok ? 'granted' : result.error)

describe('the gas that the service pays for the drops of a user in a day', () => {
  test('is read once for a crowd that claims at once, and again if the read fails', async () => {
    const { create, ports } = await limitedService({})
    const { id } = granted(await create())
    let reads = 0
    replaceMethod(ports.store, 'dropForSettlement', (read, dropId) => {
      reads++
      return reads === 1 ? Promise.reject(new Error('the store is away')) : read(dropId)
    })
    const limits = createUserLimits(
      { ...ports, keyValues: ports.memory.keyValues },
      { ...DEFAULT_SETTINGS, gasPerUserDay: GAS },
    )
    const askTogether = () => Promise.allSettled(Array.from({ length: 50 }, () => limits?.askForDelivery(id)))
    expect((await askTogether()).map(({ status }) => status)).toEqual(
      Array.from({ length: 50 }, () => 'rejected'),
    )
    expect((await askTogether()).map(({ status }) => status)).toEqual(
      Array.from({ length: 50 }, () => 'fulfilled'),
    )
    expect(reads).toBe(2)
  })

  test('is refused beyond its limit, by the limit that names itself, until midnight', async () => {
    const { create, ports, midnight } = await limitedService({ gasPerUserDay: 2 * GAS })
    granted(await create())
    granted(await create())
    const now = ports.clock.now()
    expect(refused(await create())).toEqual({
      kind: 'rate_limited',
      limit: 'gasPerUserDay',
      value: BigInt(2 * GAS),
      used: BigInt(2 * GAS),
      asked: 10_000_000n,
      unit: 'MIST of gas',
      window: 'day',
      resetsAt: midnight(),
      retryAfterMs: midnight() - now,
    })
    ports.clock.advance(midnight() - now)
    granted(await create())
  })

  test('is refused for a rotation and for a random claim as well', async () => {
    const { create, dropkit, owner } = await limitedService({ gasPerUserDay: 2 * GAS })
    const drop = granted(await create(owner, { tokenAmount: '0', supply: 100 }))
    granted(await create())
    const rotated = await dropkit.rotateDropKey(owner, drop.id, { reason: 'monthly' })
    expect(refused(rotated)).toMatchObject({ kind: 'rate_limited' })
    const claim = { dropId: drop.id, userAddress: testWallet(1) }
    expect(granted(await dropkit.claimRandomDrop(owner, claim))).toMatchObject({
      kind: 'refused',
      refusal: { kind: 'rate_limited' },
      claim: null,
    })
  })

  test.each(['claimDrop', 'createClaim'] as const)(
    'is refused for further claims that the service delivers, by %s',
    async (operation) => {
      const { create, dropkit, owner } = await limitedService({ gasPerUserDay: 2 * GAS })
      const drop = granted(await create(owner, { delivery: 'SERVER' }))
      const claim = (wallet: number) =>
        dropkit[operation](owner, { dropId: drop.id, userAddress: testWallet(wallet) })
      granted<unknown>(await claim(1))
      granted(await create())
      expect(await claim(2)).toMatchObject({ error: { kind: 'rate_limited', limit: 'gasPerUserDay' } })
    },
  )

  test('is not exceeded by transactions that start at the same time', async () => {
    const { ports, createDrop } = await createTestService()
    const limits = createUserLimits(
      { ...ports, keyValues: ports.memory.keyValues },
      { ...DEFAULT_SETTINGS, gasPerUserDay: 3 * GAS },
    )
    const drops = await Promise.all(Array.from({ length: 10 }, () => createDrop({})))
    const taken = await Promise.all(drops.map(({ id }) => limits?.gas.take(id, BigInt(GAS))))
    expect(taken.filter((refusal) => refusal === null)).toHaveLength(3)
    const [first] = drops
    if (!first) throw new Error('no drop')
    await limits?.gas.note(first.id, BigInt(-GAS))
    expect(await limits?.gas.take(first.id, BigInt(GAS))).toBeNull()
    expect(await limits?.gas.take(first.id, BigInt(GAS))).toMatchObject({ limit: 'gasPerUserDay' })
  })

  test('is counted once for a transaction that several servers report, which is forgotten once it is over', async () => {
    const { ports, createDrop } = await createTestService()
    const { keyValues } = ports.memory
    const limits = createUserLimits({ ...ports, keyValues }, { ...DEFAULT_SETTINGS, gasPerUserDay: 2 * GAS })
    const { id } = await createDrop({})
    const until = ports.clock.now() + 15 * MINUTE_MS
    const report = (what: 'taken' | 'spent' | 'unspent', digest: string) =>
      limits?.gas.once(what, id, BigInt(GAS), { digest, until })
    expect(await report('taken', 'first')).toBeNull()
    expect(await report('taken', 'first')).toBeNull()
    await report('spent', 'first')
    // It was spent, whatever another server is told.
    await report('unspent', 'first')
    await report('taken', 'second')
    expect(await report('taken', 'third')).toMatchObject({ limit: 'gasPerUserDay', used: BigInt(2 * GAS) })
    await report('unspent', 'second')
    await report('unspent', 'second')
    expect(await report('taken', 'third')).toBeNull()
    expect(await report('taken', 'fourth')).toMatchObject({ used: BigInt(2 * GAS) })

    const counted = async () => (await keyValues.list('limits/counted/', { limit: 10 })).length
    const forget = () => deleteExpiredRecords({ ...ports, keyValues }, { eventRetentionDays: 0 }, testRun())
    await forget()
    expect(await counted()).toBe(2)
    ports.clock.advance(4 * 60 * MINUTE_MS)
    await forget()
    expect(await counted()).toBe(0)
  })

  test('is no matter of the operator’s own user', async () => {
    const { create, admin } = await limitedService({ gasPerUserDay: GAS, gasPerDay: GAS })
    for (let n = 0; n < 5; n++) granted(await create(admin))
  })

  test('is limited for all users together as well', async () => {
    const { create, callerOf } = await limitedService({ gasPerUserDay: 2 * GAS, gasPerDay: 3 * GAS })
    granted(await create())
    granted(await create())
    granted(await create(await callerOf('second')))
    expect(refused(await create(await callerOf('third')))).toMatchObject({ limit: 'gasPerDay' })
  })

  test('postpones owed work to the next day, and reports why', async () => {
    const { create, dropkit, owner, ports, work, midnight } = await limitedService({
      gasPerUserDay: 3 * GAS,
    })
    const drop = granted(await create(owner, { tokenAmount: '0', supply: 100 }))
    granted(await dropkit.claimRandomDrop(owner, { dropId: drop.id, userAddress: testWallet(1) }))
    granted(await create())
    granted(await create())
    await work(60_000)
    const stateOf = async () => {
      const dropState = await ports.store.dropState(drop.id, { allClaims: true })
      return [...(dropState?.claims.values() ?? [])].map(({ state }) => state.kind)
    }
    expect(await stateOf()).toEqual(['PENDING'])
    const warnings = ports.log.lines.filter(({ message }) => message === 'a transaction waits for gas')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]?.fields).toMatchObject({ dropId: drop.id, purpose: 'deliver_claims' })
    await work(midnight() - ports.clock.now() + 60_000)
    expect(await stateOf()).toEqual(['CONFIRMED'])
  })

  test('keeps no wallet from the answer to a claim that it has made before', async () => {
    const { create, dropkit, owner, ports } = await limitedService({ gasPerUserDay: 2 * GAS })
    const drop = granted(await create(owner, { tokenAmount: '0', supply: 3 }))
    const draw = (wallet: number) =>
      dropkit.claimRandomDrop(owner, { dropId: drop.id, userAddress: testWallet(wallet) })
    const { claim } = granted(await draw(1))
    granted(await create())
    ports.clock.advance(2_000)
    expect(granted(await draw(1))).toMatchObject({ refusal: { kind: 'already_claimed' }, claim })
    expect(granted(await draw(2))).toMatchObject({
      refusal: { kind: 'rate_limited', limit: 'gasPerUserDay' },
    })
  })

  test('never keeps a vault from being paused', async () => {
    const { create, ports, work } = await limitedService({ gasPerUserDay: GAS })
    const drop = granted(await create())
    await ports.store.changeDrop(drop.id, {}, (dropState) => {
      if (dropState?.drop.vault.kind !== 'open') throw new Error('no vault')
      const vault = { ...dropState.drop.vault, alarm: 'unknown_key' } as const
      return {
        result: undefined,
        update: { drops: [{ ...dropState.drop, vault }] },
        jobs: [{ kind: 'guard_vault', subject: drop.id, ownerId: drop.creatorId, dueAt: 0 }],
      }
    })
    await work(5_000)
    expect([...ports.memoryChain.state.ledger.vaults.values()].map(({ isPaused }) => isPaused)).toEqual([
      true,
    ])
  })

  test('does not count a transaction that the store could not keep', async () => {
    const { create, owner, ports, dropkit, work } = await limitedService({ gasPerUserDay: 3 * GAS })
    const drop = granted(await create(owner, { tokenAmount: '0', supply: 100 }))
    granted(await dropkit.claimRandomDrop(owner, { dropId: drop.id, userAddress: testWallet(1) }))
    const { store } = ports
    const { changeDrop } = store
    store.changeDrop = (id, query, decide) =>
      changeDrop(id, query, (dropState) => {
        const change = decide(dropState)
        if (change.insert?.chainTransactions) throw new Error('the store fails for an hour')
        return change
      })
    await work(60 * MINUTE_MS, 60)
    store.changeDrop = changeDrop
    granted(await create())
    await work(60_000)
    const dropState = await store.dropState(drop.id, { allClaims: true })
    expect(dropState?.claims.get(1)?.state.kind).toBe('CONFIRMED')
  })

  test('covers one transaction a day that costs more than all of it', async () => {
    const { create } = await limitedService({ gasPerUserDay: GAS - 1 })
    expect(granted(await create()).vault.kind).toBe('open')
  })
})

describe('the limits of a user’s records', () => {
  test('is limited in drops a day', async () => {
    const { create, ports, midnight, admin } = await limitedService({ dropsPerUserDay: 2 })
    granted(await create())
    granted(await create())
    expect(refused(await create())).toMatchObject({ limit: 'dropsPerUserDay', value: 2n, used: 2n })
    granted(await create(admin))
    ports.clock.advance(midnight() - ports.clock.now())
    granted(await create())
  })

  test('is limited in tokens a day', async () => {
    const { dropkit, owner } = await limitedService({ tokensPerUserDay: 1 })
    const terms = { name: 'Club', symbol: 'CLUB', supply: '5000' }
    granted(await dropkit.createToken(owner, terms))
    expect(refused(await dropkit.createToken(owner, terms))).toMatchObject({ limit: 'tokensPerUserDay' })
  })

  // The service pays the gas of each, so one payment could be refunded in any number of parts.
  test('is limited in refunds a day, however small; refused ones do not count', async () => {
    const { create, dropkit, owner, admin, pay } = await limitedService({ transfersPerUserDay: 2 })
    const refundSome = (caller: Caller, paymentIntentId: string, amountAtomic = '1') =>
      dropkit.processRefund(caller, { paymentIntentId, amountAtomic })
    async function paidTo(seller: Caller) {
      const { id: dropId } = granted(await create(seller, { price: 2 }))
      const input = { dropId, walletAddress: testWallet(1), paymentMethod: 'SUI' }
      const intent = granted(await dropkit.createPaymentIntent(seller, input))
      granted(
        await dropkit.confirmPaymentIntent(seller, {
          id: intent.id,
          txHash: pay(intent, { memo: intent.id }),
        }),
      )
      return intent.id
    }
    const intentId = await paidTo(owner)
    for (let n = 0; n < 3; n++)
      expect(refused(await refundSome(owner, intentId, '9999999999'))).toMatchObject({
        kind: 'refund_exceeds_payment',
      })
    for (let n = 0; n < 2; n++) granted(await refundSome(owner, intentId))
    const full = { kind: 'rate_limited', limit: 'transfersPerUserDay', value: 2n, used: 2n, window: 'day' }
    expect(refused(await refundSome(owner, intentId))).toMatchObject(full)
    for (const ask of [dropkit.retryRefund, dropkit.retryPayout])
      expect(refused(await ask(owner, 'nothing'))).toMatchObject(full)
    const proceeds = { dropId: 'nothing', toAddress: testWallet(1) }
    expect(refused(await dropkit.withdrawProceeds(owner, proceeds))).toMatchObject(full)
    const ofAdmin = await paidTo(admin)
    for (let n = 0; n < 3; n++) granted(await refundSome(admin, ofAdmin))
  })

  test('is not limited by refunds that the store could not keep', async () => {
    const { ports, callerOf } = await createTestService()
    const settings = { ...DEFAULT_SETTINGS, transfersPerUserDay: 1 }
    const limits = createUserLimits({ ...ports, keyValues: ports.memory.keyValues }, settings)
    const seller = await callerOf('seller')
    const failing = limits?.counting(seller, 'transfers', async () => {
      throw new Error('the store fails')
    })
    await expect(failing).rejects.toThrow('the store fails')
    expect(await limits?.counting(seller, 'transfers', async () => ok('made'))).toEqual(ok('made'))
  })

  test('is limited in drops with an open vault, until one of them is closed', async () => {
    const { create, dropkit, owner, admin, work } = await limitedService({ openVaultsPerUser: 2 })
    const first = granted(await create())
    granted(await create())
    expect(refused(await create())).toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('openVaultsPerUser is 2'),
      details: { limit: 'openVaultsPerUser', value: 2, used: 2, asked: 1 },
    })
    granted(await create(admin))
    granted(await dropkit.updateDrop(owner, first.id, { status: 'CANCELLED' }))
    await work(10_000)
    granted(await create())
  })

  test('is limited in unpaid payment intents over all drops, until one of them is over', async () => {
    const { create, dropkit, owner } = await limitedService({ openIntentsPerUser: 2 })
    const order = async () => {
      const { id: dropId } = granted(await create(owner, { price: 2 }))
      const input = { dropId, walletAddress: testWallet(1), paymentMethod: 'SUI' }
      return dropkit.createPaymentIntent(owner, input)
    }
    const first = granted(await order())
    granted(await order())
    expect(refused(await order())).toMatchObject({
      details: { limit: 'openIntentsPerUser', value: 2, used: 2, asked: 1 },
    })
    granted(await dropkit.cancelPaymentIntent(owner, first.id))
    granted(await order())
  })

  test.each([
    ['intentsPerUserHour', { intentsPerUserHour: 3 }],
    ['intentsPerDropHour', { intentsPerDropHour: 3 }],
  ])('is limited in payment intents, cancelled ones included: %s', async (limit, settings) => {
    const { create, dropkit, owner, ports } = await limitedService(settings)
    const drop = granted(await create(owner, { price: 2 }))
    const order = (quantity = 1) =>
      dropkit.createPaymentIntent(owner, {
        dropId: drop.id,
        walletAddress: testWallet(1),
        paymentMethod: 'SUI',
        quantity,
      })
    // What is refused does not count.
    for (let n = 0; n < 3; n++) expect(refused(await order(1_000))).toMatchObject({ kind: 'drop_sold_out' })
    for (let n = 0; n < 3; n++) granted(await dropkit.cancelPaymentIntent(owner, granted(await order()).id))
    expect(refused(await order())).toMatchObject({ limit, used: 3n, window: 'hour' })
    ports.clock.advance(3_600_000)
    granted(await order())
  })
})

test('the new users of a network address are limited per hour, and known users are not', async () => {
  const { dropkit, ports } = await limitedService({ newUsersPerAddressHour: 2 })
  const signIn = async (n: number, requester?: string) => {
    const given = { address: testWallet(n), ...(requester === undefined ? {} : { requester }) }
    const signature = testWalletSignature(given.address, granted(await dropkit.startSignIn(given)))
    return dropkit.finishSignIn({ ...given, signature }, null)
  }
  for (const n of [1, 2]) granted(await signIn(n, '192.0.2.1'))
  expect(refused(await signIn(3, '192.0.2.1'))).toMatchObject({
    kind: 'rate_limited',
    limit: 'newUsersPerAddressHour',
    value: 2n,
    window: 'hour',
  })
  expect((await ports.store.usersByWallet([testWallet(3)])).size).toBe(0)
  granted(await signIn(2, '192.0.2.1'))
  granted(await signIn(3, '192.0.2.2'))
  granted(await signIn(4))
  ports.clock.advance(3_600_000)
  granted(await signIn(5, '192.0.2.1'))
})

test('no limit applies without a counter', async () => {
  const ports = createTestPorts()
  expect(() => createDropkit(ports, { dropsPerUserDay: 1 })).not.toThrow()
})

describe('the bytes that a user adds to the store in a day', () => {
  const LIST = `0x${'1'.repeat(64)},0x${'2'.repeat(64)}`
  const rules = (value: string) => ({ rules: [{ key: 'wallet_allowlist', operator: 'in', value }] })

  test('are refused beyond the limit until midnight; the refusal has its name, its value and the requested number', async () => {
    const { create, dropkit, owner, ports, midnight } = await limitedService({
      storedBytesPerUserDay: 14_000,
    })
    const drop = granted(await create())
    const description = 'x'.repeat(2_000)
    granted(await dropkit.updateDrop(owner, drop.id, { description }))
    const refusal = refused(await dropkit.updateDrop(owner, drop.id, { description }))
    expect(refusal).toMatchObject({
      kind: 'rate_limited',
      limit: 'storedBytesPerUserDay',
      value: 14_000n,
      asked: 7_016n,
      unit: 'stored bytes',
      window: 'day',
    })
    ports.clock.advance(midnight() - ports.clock.now())
    granted(await dropkit.updateDrop(owner, drop.id, { description }))
  })

  test('are counted for lists of wallets, files, tokens, webhooks and keys as well', async () => {
    const { dropkit, owner } = await limitedService({ storedBytesPerUserDay: 4_999 })
    const all = [
      dropkit.updateGatingConfig(owner, 'drop', rules(LIST)),
      dropkit.uploadFile(owner, { file: 'QUJD', filename: 'a.txt', contentType: 'text/plain' }),
      dropkit.createToken(owner, { name: 'Gold', symbol: 'GOLD', supply: '1' }),
      dropkit.createWebhook(owner, { url: 'https://example.com', events: ['*'] }),
      dropkit.createApiKey(owner, { name: 'One' }),
      dropkit.updateProfile(owner, { bio: 'One' }),
    ]
    for (const result of await Promise.all<Result<unknown, Refusal>>(all))
      expect(refused(result)).toMatchObject({ kind: 'rate_limited', limit: 'storedBytesPerUserDay' })
  })

  test('are counted for the names and the numbers in JSON, however deep it is', async () => {
    const { create, dropkit, owner } = await limitedService({ storedBytesPerUserDay: 60_000 })
    const drop = granted(await create())
    const metadata = { ['n'.repeat(30_000)]: 1 }
    granted(await dropkit.updateDrop(owner, drop.id, { metadata }))
    expect(refused(await dropkit.updateDrop(owner, drop.id, { metadata }))).toMatchObject({
      limit: 'storedBytesPerUserDay',
    })
    let deep: Json = 1
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect(refused(await dropkit.updateDrop(owner, drop.id, { metadata: deep }))).toMatchObject({
      kind: 'rate_limited',
    })
  })

  test('stop a request that repeats a large list many times', async () => {
    const { create, dropkit, owner } = await limitedService({ storedBytesPerUserDay: 100_000 })
    const drop = granted(await create())
    const list = Array.from({ length: 400 }, (_, n) => testWallet(n)).join(',')
    const results: unknown[] = []
    for (let alias = 0; alias < 50; alias++)
      results.push(refused(await dropkit.updateGatingConfig(owner, drop.id, rules(list))))
    expect(results.filter((result) => result === 'granted')).toHaveLength(2)
  })

  test('of answers without effect count exactly when many come at once, in few transactions', async () => {
    const service = await limitedService({})
    const { ports, owner } = service
    let transactions = 0
    const keyValues = {
      ...ports.memory.keyValues,
      transact: (...given: Parameters<typeof ports.memory.keyValues.transact>) => {
        transactions++
        return ports.memory.keyValues.transact(...given)
      },
    } as typeof ports.memory.keyValues
    const dropkit = createDropkit({ ...ports, keyValues }, { storedBytesPerUserDay: 10_000 })
    const count = (times: number) =>
      Promise.all(Array.from({ length: times }, () => dropkit.countKeptAnswer(owner, 100)))
    expect((await count(90)).every(({ ok }) => ok)).toBe(true)
    expect(transactions).toBeLessThan(5)
    expect((await count(20)).filter(({ ok }) => ok)).toHaveLength(10)
    expect(await dropkit.mayKeepAnswer(owner, 1)).toBe(false)
  })

  test('are no matter of the operator’s own user', async () => {
    const { create, admin } = await limitedService({ storedBytesPerUserDay: 1 })
    granted(await create(admin))
  })
})

describe('the bytes that a user has in the store in all', () => {
  const LIMIT = 100_000
  const upload = (bytes: number) => ({
    file: btoa('x'.repeat(bytes)),
    filename: 'a.txt',
    contentType: 'text/plain',
  })
  async function withBudget(storedBytesPerUser = LIMIT) {
    const service = await limitedService({ storedBytesPerUser })
    const used = async () => (await service.dropkit.readStoredBytes(service.owner))?.used ?? 0
    return { ...service, used }
  }

  test('are refused beyond the limit; the refusal has its name, its value, the stored and the requested number', async () => {
    const { dropkit, owner, used, admin } = await withBudget()
    const { url } = uploaded(granted(await dropkit.uploadFile(owner, upload(60_000))))
    const before = await used()
    expect(before).toBeGreaterThan(60_000)
    expect(before).toBeLessThan(62_000)
    const asked = 80_000 + 5_000 + 'filea.txtfilenamecontentTypetext/plain'.length + 3 * 5
    expect(refused(await dropkit.uploadFile(owner, upload(60_000)))).toEqual({
      kind: 'conflict',
      reason: 'LIMIT_REACHED',
      message: `You store ${before} bytes, and storedBytesPerUser is ${LIMIT}: ${asked} more do not fit. Delete files, webhooks or drops first`,
      details: { limit: 'storedBytesPerUser', value: LIMIT, used: before, asked },
    })
    expect(await used()).toBe(before)
    granted(await dropkit.uploadFile(admin, upload(200_000)))
    granted(await dropkit.deleteFile(owner, { url }))
    expect(await used()).toBe(0)
    granted(await dropkit.uploadFile(owner, upload(60_000)))
  })

  test('are not exceeded by uploads at the same time', async () => {
    const { dropkit, owner, used } = await withBudget()
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => dropkit.uploadFile(owner, upload(10_000 + n))),
    )
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(3)
    expect(await used()).toBeLessThanOrEqual(LIMIT)
    granted(await dropkit.createWebhook(owner, { url: 'https://example.com', events: ['*'] }))
  })

  test('do not count records of a refused change', async () => {
    const { create, dropkit, owner, used } = await withBudget()
    const before = await used()
    expect((await create(owner, { description: 'x'.repeat(20_000) })).ok).toBe(false)
    expect((await dropkit.uploadFile(owner, { ...upload(9_000), contentType: 'none' })).ok).toBe(false)
    expect(await used()).toBe(before)
  })

  test('count a text that replaces another once, and no text of a deleted drop or webhook', async () => {
    const { create, dropkit, owner, used } = await withBudget()
    const drop = granted(await create())
    const created = await used()
    expect(created).toBeLessThan(5_000)
    for (const letter of ['a', 'b', 'c'])
      granted(await dropkit.updateDrop(owner, drop.id, { description: letter.repeat(4_000) }))
    const events = 3 * 1_500
    expect(await used()).toBeLessThan(created + 4_000 + events)
    granted(await dropkit.deleteDrop(owner, drop.id))
    expect(await used()).toBeLessThan(created + events + 1_500)
    const url = `https://example.com/${'x'.repeat(1_900)}`
    const before = await used()
    const { webhook } = granted(await dropkit.createWebhook(owner, { url, events: ['*'] }))
    expect(await used()).toBeGreaterThan(before + 2_000)
    granted(await dropkit.deleteWebhook(owner, webhook.id))
    expect(await used()).toBe(before)
  })

  test.each([
    ['the process ends after its change', 1],
    ['the process ends before its change', 0],
    ['the answer to its commit is lost', 1],
  ])('are corrected later if %s', async (when, files) => {
    const service = await limitedService({ storedBytesPerUser: LIMIT })
    const { keyValues } = service.ports.memory
    const settings = { storedBytesPerUser: LIMIT }
    const used = async () => (await service.dropkit.readStoredBytes(service.owner))?.used ?? 0
    // What comes after the first count is lost.
    let counts = 0
    const dying: typeof keyValues = {
      ...keyValues,
      transact: async (keys, decide) =>
        counts++ === 0 ? keyValues.transact(keys, decide) : Promise.reject(new Error('ended')),
    }
    const { store } = service.ports
    const instead: { readonly [When in typeof when]?: Partial<Ports> } = {
      'the process ends after its change': { keyValues: dying },
      'the process ends before its change': {
        keyValues: dying,
        store: { ...store, changeFile: () => Promise.reject(new Error('ended')) },
      },
      'the answer to its commit is lost': {
        store: {
          ...store,
          changeFile: async (file, decide) => {
            let isStored = false
            const changed = await store.changeFile(file, (own, other) => {
              const decided = decide(own, other)
              isStored = decided.insert !== undefined
              return decided
            })
            if (!isStored) return changed
            throw Object.assign(new Error('lost'), { name: 'StoreUnavailable', retryable: true })
          },
        },
      },
    }
    const ended = createDropkit({ ...service.ports, keyValues, ...instead[when] }, settings)
    await ended.uploadFile(service.owner, upload(20_000)).catch(() => undefined)
    expect(await used()).toBeGreaterThan(26_000)
    const forget = () =>
      deleteExpiredRecords({ ...service.ports, keyValues }, { eventRetentionDays: 0 }, testRun())
    await forget()
    expect(await used()).toBeGreaterThan(26_000)
    service.ports.clock.advance(4 * 60 * MINUTE_MS)
    await forget()
    await forget()
    expect(await used()).toBeGreaterThanOrEqual(files * 20_000)
    expect(await used()).toBeLessThan(files * 22_000 + 1)
    expect(await keyValues.list('limits/reserved/', { limit: 10 })).toEqual([])
  })

  test('are given back later if the process ends after it deleted something', async () => {
    const { dropkit, owner, used, ports } = await withBudget()
    const { keyValues } = ports.memory
    const { url } = uploaded(granted(await dropkit.uploadFile(owner, upload(20_000))))
    let counts = 0
    const dying: typeof keyValues = {
      ...keyValues,
      transact: async (keys, decide) =>
        counts++ === 0 ? keyValues.transact(keys, decide) : Promise.reject(new Error('ended')),
    }
    granted(
      await createDropkit({ ...ports, keyValues: dying }, { storedBytesPerUser: LIMIT }).deleteFile(owner, {
        url,
      }),
    )
    expect(await used()).toBeGreaterThan(20_000)
    ports.clock.advance(4 * 60 * MINUTE_MS)
    await deleteExpiredRecords({ ...ports, keyValues }, { eventRetentionDays: 0 }, testRun())
    expect(await used()).toBe(0)
  })

  test('never keep an owner from stopping a drop', async () => {
    const { create, dropkit, owner } = await withBudget(5_400)
    const drop = granted(await create())
    expect(refused(await dropkit.updateDrop(owner, drop.id, { title: 'Salt' }))).toMatchObject({
      details: { limit: 'storedBytesPerUser' },
    })
    granted(await dropkit.updateDrop(owner, drop.id, { status: 'PAUSED' }))
    expect(refused(await dropkit.updateDrop(owner, drop.id, { status: 'ACTIVE' }))).toMatchObject({
      details: { limit: 'storedBytesPerUser' },
    })
    granted(await dropkit.updateDrop(owner, drop.id, { status: 'CANCELLED' }))
  })

  test.each(['storedBytesPerUser', 'storedBytesPerUserDay'] as const)(
    'never keep an owner from stopping, revoking, cancelling or deleting anything (%s)',
    async (limit) => {
      const { ports, ...service } = await limitedService({})
      const { owner, dropkit: free } = service
      const make = async (terms = {}) => granted(await service.create(owner, terms))
      const priced = await make({ price: 1, tokenAmount: null, supply: 10 })
      const { id: dropId } = await make()
      const buyer = { dropId: priced.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
      const intent = granted(await free.createPaymentIntent(owner, buyer))
      const listed = { dropId, walletAddress: testWallet(1), reason: 'a friend' }
      const exemption = granted(await free.grantExemption(owner, listed))
      granted(await free.createClaimLinks(owner, { dropId, publicKeys: ['A'.repeat(43)] }))
      const hook = { url: 'https://example.com', events: ['*'] }
      const webhooks = [
        granted(await free.createWebhook(owner, hook)),
        granted(await free.createWebhook(owner, hook)),
      ]
      const { apiKey } = granted(await free.createApiKey(owner, { name: 'ci' }))
      const file = uploaded(granted(await free.uploadFile(owner, upload(9))))
      const wallet = testWallet(2)
      const signature = testWalletSignature(wallet, granted(await free.startSignIn({ address: wallet })))
      const session = granted(await free.finishSignIn({ address: wallet, signature }, null))

      const full = createDropkit({ ...ports, keyValues: ports.memory.keyValues }, { [limit]: 1 })
      expect(refused(await full.updateProfile(owner, { bio: 'One' }))).toMatchObject({
        kind: limit === 'storedBytesPerUser' ? 'conflict' : 'rate_limited',
      })
      const [off, deleted] = webhooks.map(({ webhook }) => webhook.id)
      const stops: Readonly<Record<string, () => Promise<Result<unknown, Refusal>>>> = {
        cancelPaymentIntent: () => full.cancelPaymentIntent(owner, intent.id),
        revokeExemption: () => full.revokeExemption(owner, exemption.id),
        revokeClaimLinks: () => full.revokeClaimLinks(owner, { dropId, ids: ['A'.repeat(43)] }),
        updateWebhook: () => full.updateWebhook(owner, { id: off ?? '', isActive: false }),
        deleteWebhook: () => full.deleteWebhook(owner, deleted ?? ''),
        revokeApiKey: () => full.revokeApiKey(owner, apiKey.id),
        deleteFile: () => full.deleteFile(owner, file),
        endSession: async () => full.endSession(granted(await full.authenticate(session.token)).caller),
        pause: () => full.updateDrop(owner, dropId, { status: 'PAUSED' }),
        end: () => full.updateDrop(owner, dropId, { status: 'ENDED' }),
        cancel: () => full.updateDrop(owner, priced.id, { status: 'CANCELLED' }),
        deleteDrop: () => full.deleteDrop(owner, dropId),
      }
      for (const [name, stop] of Object.entries(stops))
        expect([name, refused(await stop())]).toEqual([name, 'granted'])
      const isStop = (name: string) => /^(cancel|delete|end|pause|revoke|stop)[A-Z]/.test(name)
      expect(Object.keys(full).filter((name) => isStop(name) && !(name in stops))).toEqual([])
    },
  )

  test('count a stored wallet list, also an inline one', async () => {
    const { create, dropkit, owner, used } = await withBudget(10_000_000)
    const drop = granted(await create())
    const before = await used()
    const value = Array.from({ length: 1_500 }, (_, n) => testWallet(n)).join(',')
    granted(
      await dropkit.updateGatingConfig(owner, drop.id, {
        rules: [{ key: 'wallet_allowlist', operator: 'in', value }],
      }),
    )
    expect((await used()) - before).toBeGreaterThan(1_500 * (67 + 150))
  })
})
