import {
  createTestService,
  granted,
  refusalOf,
  type TestService,
  testWallet,
  testWalletSignature,
} from '@dropkit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { testRun } from '../../../test/test-run.ts'
import { parseAddress } from '../../domain/address.ts'
import type { Drop } from '../../domain/drop.ts'
import type { UnmatchedPayment } from '../../domain/payment/match-payment.ts'
import { type PaymentIntent, statusOf } from '../../domain/payment/payment-intent.ts'
import { ok } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change } from '../../ports/index.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { watchTreasury } from './watch-treasury.ts'

const [OLD, NEW, NEWEST] = [91, 92, 93].map((number) => {
  const address = parseAddress(testWallet(number), 'treasury')
  if (!address.ok) throw new Error('no address')
  return address.value
})

let service: TestService
/** The positions from which the payments of each treasury were read. */
let read: string[]

beforeEach(async () => {
  service = await createTestService()
  read = []
})

/** The memo after a run of a server with this treasury, which reads up to `end`. */
async function watch(treasuryAddress = OLD, memo: string | null, end: string | null): Promise<string | null> {
  if (treasuryAddress === undefined) throw new Error('no treasury')
  const chain = {
    ...service.ports.chain,
    treasuryAddress,
    paymentsAfter: async (cursor: string | null) => {
      read.push(`${[OLD, NEW, NEWEST].indexOf(treasuryAddress)} from ${cursor}`)
      return end === null
        ? ({ ok: false, error: { kind: 'chain_unavailable', reason: 'down' } } as const)
        : ok({ payments: [], cursor: end })
    },
  }
  // As after a restart: the server asks which treasury was the first.
  const keyValues = { ...service.ports.memory.keyValues }
  const ports = { ...service.ports, chain, keyValues }
  const outcome = await watchTreasury(ports, DEFAULT_SETTINGS, testRun(memo, 10))
  return outcome.kind === 'again' ? (outcome.memo ?? null) : null
}

test('each treasury has its own position, and a new one begins where the last one is', async () => {
  const started = await watch(OLD, null, 'five')
  const changed = await watch(NEW, started, 'six')
  const former = await watch(OLD, changed, 'nine')
  const current = await watch(NEW, former, 'seven')
  await watch(NEWEST, current, 'eight')
  expect(read).toEqual(['0 from null', '1 from five', '0 from five', '1 from six', '2 from seven'])
})

test('the position of an earlier release is that of the present treasury', async () => {
  await watch(NEW, await watch(OLD, 'failed:2:three', 'four'), 'five')
  await watch(NEW, 'three', 'four')
  expect(read).toEqual(['0 from three', '1 from four', '1 from three'])
})

test('the memo is the position alone, which an earlier release reads, until there is a second treasury', async () => {
  expect(await watch(OLD, 'three', 'four')).toBe('four')
  expect(await watch(OLD, 'four', null)).toBe('four')
  const both = await watch(NEW, 'four', 'five')
  expect(both).toMatch('treasuries:')
  expect(await watch(OLD, both, 'six')).toMatch('treasuries:')
  expect(await watch(NEW, 'six', 'seven')).toMatch('treasuries:')
  expect(await watch(OLD, 'seven', 'eight')).toBe('eight')
})

test('without a place to note the first treasury, each position is stored with its treasury', async () => {
  const chain = { ...service.ports.chain, paymentsAfter: async () => ok({ payments: [], cursor: 'five' }) }
  const ports = { ...service.ports, chain, keyValues: undefined }
  expect(await watchTreasury(ports, DEFAULT_SETTINGS, testRun(null, 10))).toMatchObject({
    memo: `treasuries:${JSON.stringify([[chain.treasuryAddress, 'five']])}`,
  })
})

test('a run that fails keeps all positions', async () => {
  const both = await watch(NEW, await watch(OLD, null, 'five'), 'six')
  const failed = await watch(OLD, both, null)
  await watch(NEW, failed, 'seven')
  expect(read.slice(2)).toEqual(['0 from five', '1 from six'])
})

test('a transaction that could not be read with others is left to a server with its treasury, and then counts', async () => {
  const { chain, jobs, clock } = service.ports
  const watched = { ...chain }
  const drop = await service.createDrop({ price: 2 })
  const intent = await service.order(drop)
  const subject = service.pay(intent, { memo: intent.externalId })
  // A server with the present treasury could not read the transaction. The job runs on one with the key of a former treasury.
  Object.assign(chain, { paymentsAfter: async () => ok({ payments: [], cursor: 'one' }) })
  await service.pass(1_000)
  Object.assign(chain, { treasuryAddress: OLD })
  await jobs.request([{ kind: 'look_up_transaction', subject, ownerId: null, dueAt: clock.now() }])
  await service.pass(1_000)
  expect((await service.rereadIntent(intent)).state.kind).toBe('PENDING')
  Object.assign(chain, { treasuryAddress: watched.treasuryAddress })
  await service.pass(10_000)
  Object.assign(chain, watched)
  expect((await service.rereadIntent(intent)).state.kind).toBe('PAID')
})

test('a transaction that could not be read with others pays nothing if it pays a former treasury, whose key may be stolen', async () => {
  const { chain, jobs, clock } = service.ports
  const watched = { ...chain }
  const drop = await service.createDrop({ price: 2 })
  Object.assign(chain, { paymentsAfter: async () => ok({ payments: [], cursor: 'one' }) })
  await service.pass(1_000)
  Object.assign(chain, { treasuryAddress: NEW })
  await service.pass(5_000)
  const intent = await service.order(drop)
  const former = { ...intent, recipient: watched.treasuryAddress }
  const alone = service.pay(former, { memo: intent.externalId })
  const withBoth = service.payTogether([
    { intent: former, terms: { memo: intent.externalId } },
    { intent, terms: { amount: 1n, memo: 'x' } },
  ])
  for (const subject of [alone, withBoth])
    await jobs.request([{ kind: 'look_up_transaction', subject, ownerId: null, dueAt: clock.now() }])
  await service.pass(10_000)
  Object.assign(chain, watched)
  expect((await service.rereadIntent(intent)).state.kind).toBe('PENDING')
})

// Two services, each with its own store, whose treasury is the same account.

const BUYER = testWallet(1)

let ours: TestService
let theirs: TestService
let drop: Drop
let theirDrop: Drop

const statusNow = async (intent: PaymentIntent, service = ours) =>
  statusOf(await service.rereadIntent(intent))

/** A payment for an intent of the other service, which counts it. Returns its hash. */
async function paidTo(intent: PaymentIntent): Promise<string> {
  const txHash = theirs.pay(intent, { memo: intent.externalId })
  for (const service of [theirs, ours]) await service.pass(2_000)
  expect(await statusNow(intent, theirs)).toBe('CONFIRMED')
  return txHash
}

function unmatched(): UnmatchedPayment {
  const [payment] = ours.ports.memory.state.unmatchedPayments.all()
  return payment ?? expect.fail('no payment is unmatched')
}

/** A user who has proved the buyer's wallet. */
async function holder(): Promise<Caller> {
  const caller = await ours.callerOf('holder')
  const message = granted(await ours.dropkit.startSignIn({ address: BUYER }))
  const signature = testWalletSignature(BUYER, message)
  granted(await ours.dropkit.finishSignIn({ address: BUYER, signature }, caller))
  return caller
}

describe('a treasury that drops share', () => {
  beforeEach(async () => {
    ours = await createTestService()
    drop = await ours.createDrop({ price: 2, maxAmount: '100' })
    theirs = await createTestService({ chain: { state: ours.ports.memoryChain.state } })
    // So that the two services number their records differently.
    await theirs.createDrop()
    theirDrop = await theirs.createDrop({ price: 2, maxAmount: '100' })
  })

  describe('a payment whose memo names an intent of another service', () => {
    test('does not pay an intent of its sender that waits for the same amount', async () => {
      const [intent, other] = [await ours.order(drop), await theirs.order(theirDrop)]
      await paidTo(other)
      granted(await ours.dropkit.confirmPaymentIntent(ours.owner, { id: intent.id }))
      expect(await statusNow(intent)).toBe('PENDING')
      expect(unmatched()).toMatchObject({
        reason: 'NO_INTENT',
        memo: other.externalId,
        state: { kind: 'OPEN' },
      })
    })

    test('cannot be named for one, not even by the user who has proved the wallet', async () => {
      const txHash = await paidTo(await theirs.order(theirDrop))
      for (const caller of [ours.owner, await holder()]) {
        const intent = await ours.order(drop, 1, { caller })
        const named = await ours.dropkit.confirmPaymentIntent(caller, { id: intent.id, txHash })
        expect(refusalOf(named)).toBe('tx_already_used')
        expect(await statusNow(intent)).toBe('PENDING')
      }
    })

    test('cannot be approved for one that an earlier release took it for', async () => {
      const txHash = await paidTo(await theirs.order(theirDrop))
      const intent = await ours.order(drop, 2)
      const { index, from, coinType, amount, at } = unmatched()
      const receipt = { txHash, index, from, coinType, amount, at, isCounted: false }
      const reviewed = {
        ...intent,
        held: 0,
        state: { kind: 'IN_REVIEW', receipt, reason: 'WRONG_SENDER' },
      } as const
      await ours.ports.store.changeDrop(
        drop.id,
        {},
        (): Change<null> => ({
          result: null,
          update: { paymentIntents: [reviewed] },
        }),
      )
      const approved = await ours.dropkit.approvePaymentIntent(ours.owner, intent.id)
      expect(refusalOf(approved)).toBe('tx_already_used')
    })

    test('can be assigned by the operator', async () => {
      await paidTo(await theirs.order(theirDrop))
      const { id } = unmatched()
      const intent = await ours.order(drop)
      const operator = await ours.callerOf('admin')
      granted(await ours.dropkit.assignUnmatchedPayment(operator, { id, paymentIntentId: intent.id }))
      expect(await statusNow(intent)).toBe('CONFIRMED')
    })
  })
})
