import {
  createFixedPriceFeed,
  createTestService,
  granted,
  MEMORY_OPERATOR,
  present,
  refusalOf,
  TEST_CURRENCIES,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { replaceMethod } from '../../../test/replace-method.ts'
import { openVaultOf } from '../../../test/test-vault.ts'
import { amountOf } from '../../domain/amount.ts'
import type { Drop } from '../../domain/drop.ts'
import { type DropId, idOf } from '../../domain/ids.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../../domain/instant.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { createDropkit } from '../dropkit.ts'
import { type UpdateDropInput, writeSchedule } from './update-drop.ts'

let service: TestService
let drop: Drop

async function start(opensVaultsAtOnce: boolean, terms = {}): Promise<void> {
  service = await createTestService({ chain: { opensVaultsAtOnce } })
  drop = await service.createDrop(terms)
  await service.pass(10_000)
}

const update = (input: UpdateDropInput, id: string = drop.id) =>
  service.dropkit.updateDrop(service.owner, id, input)

/** What is to be done in the background after it, and when. */
async function jobsAfter(input: UpdateDropInput) {
  const { jobs } = service.ports.memory.state
  jobs.clear()
  granted(await update(input))
  return [...jobs.values()].map(({ kind, subject, ownerId, dueAt }) => ({ kind, subject, ownerId, dueAt }))
}

/** Runs it and gives back what the chain was asked to prepare meanwhile. */
async function prepared(run: () => Promise<unknown>): Promise<readonly string[]> {
  const { chain } = service.ports
  const { prepare } = chain
  const kinds: string[] = []
  Object.assign(chain, {
    prepare: (action: Parameters<typeof prepare>[0]) => {
      kinds.push(action.kind)
      return prepare(action)
    },
  })
  await run()
  Object.assign(chain, { prepare })
  return kinds
}

describe('changing a drop', () => {
  beforeEach(() => start(true))

  test('is for its creator, while it is there', async () => {
    const { dropkit } = service
    const stranger = await service.callerOf('stranger')
    expect(refusalOf(await dropkit.updateDrop(stranger, drop.id, { title: 'Mine' }))).toBe('forbidden')
    for (const id of ['', 'rain', `drop_${'0'.repeat(32)}`])
      expect(await update({ title: 'Hail' }, id)).toMatchObject({
        error: { kind: 'not_found', what: 'Drop' },
      })
    granted(await dropkit.deleteDrop(service.owner, drop.id))
    expect(refusalOf(await update({ title: 'Hail' }))).toBe('not_found')
  })

  test('is refused when its new shortcode is another’s', async () => {
    await service.createDrop({ shortcode: 'rain' })
    expect(await update({ shortcode: 'rain' })).toEqual({
      ok: false,
      error: {
        kind: 'conflict',
        reason: 'TAKEN',
        field: 'shortcode',
        message: 'The shortcode rain is taken',
      },
    })
  })

  test('is possible while its currency is none that is known here, except for its price', async () => {
    const priced = await service.createDrop({ price: 1 })
    const dropkit = createDropkit({ ...service.ports, prices: createFixedPriceFeed({}, []) })
    const change = (input: UpdateDropInput) => dropkit.updateDrop(service.owner, priced.id, input)
    expect(await change({ price: 2 })).toMatchObject({
      error: { kind: 'bad_user_input', field: 'price', reason: 'UNKNOWN_COIN', details: { currency: 'SUI' } },
    })
    expect(granted(await change({ title: 'Hail', status: 'PAUSED' }))).toMatchObject({
      title: 'Hail',
      status: 'PAUSED',
      price: { atomic: 1_000_000_000n, currency: 'SUI' },
    })
    expect(granted(await change({ price: null })).price).toBeNull()
    expect(granted(await change({ status: 'CANCELLED' })).status).toBe('CANCELLED')
  })

  test('leaves open purchases alone until the drop is cancelled', async () => {
    const priced = await service.createDrop({ price: 1, supply: 10 })
    const input = { dropId: priced.id, walletAddress: testWallet(1), paymentMethod: 'SUI' }
    const intent = granted(await service.dropkit.createPaymentIntent(service.owner, input))
    const statusNow = async () => statusOf(await service.rereadIntent(intent))
    granted(await update({ title: 'Hail' }, priced.id))
    expect(await statusNow()).toBe('PENDING')
    granted(await update({ status: 'CANCELLED' }, priced.id))
    expect(await statusNow()).toBe('CANCELLED')
  })
})

describe('a drop that becomes free while sold items are in open claims', () => {
  const VOUCHER_MS = 15 * 60_000

  beforeEach(() => start(true, { maxAmount: '40', price: 1, supply: 4 }))

  const claim = (wallet: number) =>
    service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(wallet) })

  /** The drop's owner approves a payment in another coin. */
  async function buy(wallet: number, coinType?: string): Promise<void> {
    const { dropkit, owner } = service
    const input = { dropId: drop.id, walletAddress: testWallet(wallet), paymentMethod: 'SUI' }
    const intent = granted(await dropkit.createPaymentIntent(owner, input))
    const txHash = service.pay(intent, coinType === undefined ? {} : { coinType })
    const paid = granted(await dropkit.confirmPaymentIntent(owner, { id: intent.id, txHash }))
    if (paid.state.kind === 'IN_REVIEW') granted(await dropkit.approvePaymentIntent(owner, intent.id))
  }

  const [OWN = '', OTHER = ''] = TEST_CURRENCIES.map(({ coinType }) => coinType)
  const COINS = [
    ['its coin', OWN],
    ['another coin', OTHER],
  ] as const

  test.each(COINS)('keeps what an item is worth: paid in %s', async (_, coinType) => {
    for (const wallet of [1, 2]) {
      await buy(wallet, coinType)
      granted(await claim(wallet))
    }
    granted(await update({ price: null }))
    for (const tokenAmount of ['1', '30'])
      expect(await update({ tokenAmount })).toMatchObject({ error: { field: 'tokenAmount' } })
    granted(await update({ price: 1 }))
    await service.pass(VOUCHER_MS + 60_000)
    expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 2, heldAmount: 20n } })
    expect(granted(await claim(2)).claim.amount).toBe(10n)
  })

  test.each(COINS)('keeps how often their buyers may claim: paid in %s', async (_, coinType) => {
    await buy(1)
    const first = granted(await claim(1))
    service.ports.memoryChain.wallet.claim(first.voucher)
    await service.pass(1_000)
    await buy(1, coinType)
    granted(await claim(1))
    expect(await update({ maxPerWallet: 1 })).toMatchObject({ error: { field: 'maxPerWallet' } })
    granted(await update({ price: null }))
    expect(await update({ maxPerWallet: 1 })).toMatchObject({ error: { field: 'maxPerWallet' } })
    granted(await update({ price: 1 }))
    await service.pass(VOUCHER_MS + 60_000)
    granted(await claim(1))
  })

  test.each(COINS)('refunds them a week later: paid in %s', async (_, coinType) => {
    await buy(1, coinType)
    granted(await claim(1))
    granted(await update({ price: null }))
    await service.pass(VOUCHER_MS + 60_000)
    expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 1 } })
    await service.pass(8 * DAY_MS, 8)
    expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 0 } })
    expect([...service.ports.memory.state.refunds.all()]).toMatchObject([{ state: { kind: 'SUCCEEDED' } }])
  })

  describe('of a pool whose items are equal shares', () => {
    beforeEach(() => start(true, { maxAmount: '1200', tokenAmount: null, price: 1, supply: 12 }))

    const claim = (wallet: number, amount: string) =>
      service.dropkit.claimDrop(service.owner, { dropId: drop.id, userAddress: testWallet(wallet), amount })

    /** Buyers claim, are refunded, and pay again after the change, so that the items of the claims are paid when they expire. */
    async function expireAfter(
      changes: UpdateDropInput,
      beforeExpiry = async () => {},
      buyers: readonly number[] = [1],
    ): Promise<readonly PaymentIntent[]> {
      const { dropkit, owner } = service
      const operator = await service.callerOf('admin')
      const intents: PaymentIntent[] = []
      for (const buyer of buyers) {
        intents.push(await service.buy(drop, buyer))
        granted(await claim(buyer, '100'))
      }
      const hashes = intents.map((intent) => service.pay(intent))
      await service.pass(1_000)
      for (const { id } of intents) granted(await dropkit.processRefund(owner, { paymentIntentId: id }))
      await service.pass(1_000)
      granted(await update(changes))
      const unmatched = granted(await dropkit.listUnmatchedPayments(operator, { state: 'OPEN' }))
      for (const [index, { id: paymentIntentId }] of intents.entries()) {
        const id = String(unmatched.find(({ txHash }) => txHash === hashes[index])?.id)
        granted(await dropkit.assignUnmatchedPayment(operator, { id, paymentIntentId }))
      }
      await service.pass(VOUCHER_MS - MINUTE_MS)
      await beforeExpiry()
      await service.pass(2 * MINUTE_MS)
      return intents
    }

    test('holds such a share of an expired claim', async () => {
      await expireAfter({ price: null })
      expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 1, heldAmount: 100n } })
      await service.pass(8 * DAY_MS, 8)
      expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 0, heldAmount: 0n } })
    })

    test('holds no item that does not fit any more, and refunds it a week later', async () => {
      const [intent] = await expireAfter({ price: null, supply: 3 }, async () => {
        granted(await claim(2, '900'))
      })
      expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 0, heldAmount: 0n } })
      await service.pass(8 * DAY_MS, 8)
      expect(statusOf(await service.rereadIntent(present(intent)))).toBe('REFUNDED')
    })

    test('never holds more than the pool has if an earlier version counted each as one unit', async () => {
      const [first, second] = await expireAfter({ price: null }, async () => {}, [1, 2])
      const { tally } = await service.reread(drop)
      expect(tally).toMatchObject({ heldItems: 2, heldAmount: 200n })
      await service.ports.store.changeDrop(drop.id, {}, (dropState) => ({
        update: { drops: [{ ...present(dropState).drop, tally: { ...tally, heldAmount: amountOf(2n) } }] },
        result: undefined,
      }))
      granted(await claim(3, '1198'))
      granted(await service.dropkit.processRefund(service.owner, { paymentIntentId: present(first).id }))
      expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 1, heldAmount: 2n } })
      expect(await claim(4, '1')).toMatchObject({ error: { field: 'amount' } })
      await service.pass(8 * DAY_MS, 8)
      expect(await service.reread(drop)).toMatchObject({ tally: { heldItems: 0, heldAmount: 0n } })
      expect(statusOf(await service.rereadIntent(present(second)))).toBe('REFUNDED')
    })
  })
})

describe('the vault of a drop that is changed', () => {
  test('is funded when the change returns, on a chain that opens vaults at once', async () => {
    await start(true)
    const vault = await openVaultOf(service, drop)
    service.ports.memoryChain.wallet.faucet(MEMORY_OPERATOR, vault.coinType, amountOf(1_000n))
    let updated: Drop | undefined
    const raise = async () => {
      updated = granted(await update({ maxAmount: '2000' }))
    }
    expect(await prepared(raise)).toEqual(['fund_vault'])
    expect(updated?.vault).toMatchObject({ kind: 'open', deposited: 2_000n })
  })

  test('is not looked at where it has all of the pool already', async () => {
    await start(true)
    const { store } = service.ports
    let looks = 0
    replaceMethod(store, 'dropForSettlement', (dropForSettlement, id) => {
      looks++
      return dropForSettlement(id)
    })
    expect(await prepared(() => update({ title: 'Hail' }))).toEqual([])
    expect(looks).toBe(0)
  })

  test('is opened when the change returns, if there was none', async () => {
    service = await createTestService({ chain: { opensVaultsAtOnce: true } })
    service.ports.memoryChain.setOutage('down')
    drop = await service.createDrop()
    expect(drop.vault.kind).toBe('none')
    service.ports.memoryChain.setOutage(null)
    expect(granted(await update({ title: 'Hail' })).vault.kind).toBe('open')
  })

  test('is left to the background on a chain that takes its time', async () => {
    await start(false)
    expect(await prepared(() => update({ maxAmount: '2000' }))).toEqual([])
    const opened = {
      kind: 'open_vault',
      subject: drop.id,
      ownerId: drop.creatorId,
      dueAt: service.ports.clock.now(),
    }
    expect(await jobsAfter({ maxAmount: '3000' })).toEqual([opened])
  })
})

describe('after a change there is to be done', () => {
  test('starts a scheduled drop at its time', async () => {
    await start(false)
    const claimDeadline = service.ports.clock.now() + 60_000
    const ends = { kind: 'settle_schedule', subject: drop.id, ownerId: drop.creatorId, dueAt: claimDeadline }
    expect(await jobsAfter({ claimDeadline })).toContainEqual(ends)
    expect((await jobsAfter({ claimDeadline: null })).map(({ kind }) => kind)).toEqual(['open_vault'])
  })

  test('checks a vault with an alarm, and no other', async () => {
    await start(true)
    const vault = await openVaultOf(service, drop)
    await service.ports.store.create({
      update: {
        drops: [
          { ...(await service.reread(drop)), status: 'PAUSED', vault: { ...vault, alarm: 'missing_amount' } },
        ],
      },
    })
    const guard = {
      kind: 'guard_vault',
      subject: drop.id,
      ownerId: drop.creatorId,
      dueAt: service.ports.clock.now(),
    }
    expect(await jobsAfter({ status: 'ACTIVE' })).toContainEqual(guard)
    expect((await jobsAfter({ title: 'Hail' })).map(({ kind }) => kind)).toEqual(['open_vault'])
  })

  test('a cancelled drop is cleaned up and its vault closed, and nothing else', async () => {
    await start(true, { claimDeadline: Date.UTC(2030, 1) })
    const dueAt = service.ports.clock.now()
    expect(await jobsAfter({ status: 'CANCELLED' })).toEqual([
      { kind: 'close_vault', subject: drop.id, ownerId: drop.creatorId, dueAt },
      { kind: 'wind_up', subject: drop.id, ownerId: drop.creatorId, dueAt },
    ])
  })
})

describe('write schedule', () => {
  let service: TestService
  let now: Instant

  beforeEach(async () => {
    service = await createTestService()
    now = service.ports.clock.now()
  })

  /** How it goes on, and whether anything was written. */
  async function write(id: DropId) {
    const { store } = service.ports
    let isWritten = false
    const changeDrop: typeof store.changeDrop = (dropId, query, decide) =>
      store.changeDrop(dropId, query, (dropState) => {
        const change = decide(dropState)
        isWritten = change.update !== undefined
        return change
      })
    const outcome = await writeSchedule({ ...service.ports, store: { ...store, changeDrop } }, id)
    return { outcome, isWritten }
  }

  const eventsOf = async ({ id: dropId }: Drop) =>
    (await service.ports.store.events({ dropId, limit: 9 })).map(({ type }) => type)

  test('a start and an end are written when they are due, and not before', async () => {
    const { clock } = service.ports
    const drop = await service.createDrop({
      status: 'SCHEDULED',
      startsAt: now + 5_000,
      claimDeadline: now + 9_000,
    })
    const before = await service.reread(drop)
    expect(before.status).toBe('SCHEDULED')
    expect(await write(drop.id)).toEqual({ outcome: { kind: 'again', dueAt: now + 5_000 }, isWritten: false })

    clock.set(now + 5_000)
    expect(await write(drop.id)).toEqual({ outcome: { kind: 'again', dueAt: now + 9_000 }, isWritten: true })
    expect(await service.reread(drop)).toMatchObject({ status: 'ACTIVE', updatedAt: now + 5_000 })
    expect(await write(drop.id)).toEqual({ outcome: { kind: 'again', dueAt: now + 9_000 }, isWritten: false })

    clock.set(now + 9_000)
    expect(await write(drop.id)).toEqual({ outcome: { kind: 'done' }, isWritten: true })
    expect(await service.reread(drop)).toMatchObject({ status: 'ENDED', completedAt: now + 9_000 })
    expect(await eventsOf(drop)).toEqual(
      expect.arrayContaining(['drop.activated', 'drop.ended', 'drop.completed']),
    )
    expect(await write(drop.id)).toEqual({ outcome: { kind: 'done' }, isWritten: false })
  })

  test('nothing is written of a drop that is deleted or was never there', async () => {
    const drop = await service.createDrop({ status: 'SCHEDULED', startsAt: now + 5_000 })
    granted(await service.dropkit.deleteDrop(service.owner, drop.id))
    service.ports.clock.set(now + 5_000)
    for (const id of [drop.id, idOf('drop', '0'.repeat(32))])
      expect(await write(id)).toEqual({ outcome: { kind: 'done' }, isWritten: false })
    expect(await eventsOf(drop)).not.toContain('drop.activated')
  })
})
