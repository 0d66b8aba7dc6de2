import type { MemoryState } from '@dropkit/testing'
import {
  createMemoryAudit,
  createTestService,
  differencesIn,
  granted,
  type TestService,
  testWallet,
} from '@dropkit/testing'
import { beforeAll, describe, expect, test } from 'vitest'

let service: TestService
let state: MemoryState

const VOUCHER_MS = 15 * 60_000

/** Drops of every kind, with claims and purchases in every state. */
beforeAll(async () => {
  service = await createTestService({ chain: { opensVaultsAtOnce: true } })
  state = service.ports.memory.state
  const { dropkit, owner, ports } = service
  const buyer = await service.callerOf('buyer')
  const claim = async (dropId: string, wallet: number) =>
    granted(await dropkit.claimDrop(buyer, { dropId, userAddress: testWallet(wallet) }))
  const take = async (dropId: string, wallet: number) => {
    ports.memoryChain.wallet.claim((await claim(dropId, wallet)).voucher)
    await service.pass(1_000)
  }

  const free = await service.createDrop({ supply: 100 })
  await take(free.id, 1)
  await claim(free.id, 2)
  await service.pass(VOUCHER_MS + 10_000)
  await claim(free.id, 3)
  await claim(free.id, 4)

  const exemption = { dropId: free.id, reason: 'a friend' }
  granted(await dropkit.grantExemption(owner, { ...exemption, walletAddress: testWallet(1) }))
  const revoked = granted(await dropkit.grantExemption(owner, { ...exemption, walletAddress: testWallet(2) }))
  granted(await dropkit.revokeExemption(owner, revoked.id))

  const priced = await service.createDrop({ price: 2, maxAmount: '100' })
  const paid = await service.buy(priced, 5, { caller: buyer, quantity: 3 })
  await take(priced.id, 5)
  granted(await dropkit.withdrawProceeds(owner, { dropId: priced.id, toAddress: testWallet(0xe) }))
  granted(await dropkit.processRefund(owner, { paymentIntentId: paid.id, amountAtomic: '2000000000' }))
  await service.pass(1_000)
  await service.order(priced, 6, { caller: buyer })

  const random = await service.createDrop({ tokenAmount: '0', maxAmount: '50', supply: 2 })
  for (const wallet of [7, 8])
    granted(await dropkit.claimRandomDrop(buyer, { dropId: random.id, userAddress: testWallet(wallet) }))
  await service.pass(10_000)
})

const found = () => differencesIn(createMemoryAudit(state), service.ports)

/** What an audit says while something is otherwise. */
async function saidWhile(doIt: (undo: (() => void)[]) => void): Promise<readonly string[]> {
  const undo: (() => void)[] = []
  doIt(undo)
  const differences = await found()
  for (const takeBack of undo.toReversed()) takeBack()
  return [...new Set(differences.map(({ field }) => field))].sort()
}

type Row = { readonly [field: string]: unknown }
interface Rows {
  all(): Iterable<Row>
  update(row: Row, undo: (() => void)[]): unknown
}
const TABLES = ['drops', 'claims', 'paymentIntents', 'refunds', 'payouts', 'tokens', 'exemptions'] as const
const rowsOf = (table: (typeof TABLES)[number]) => state[table] as unknown as Rows

/** The same row with another value in a field, or in a field of a field. */
function changed(row: Row, [field = '', ...inner]: readonly string[], value: unknown): Row {
  const now = row[field]
  return { ...row, [field]: inner.length > 0 ? changed(now as Row, inner, value) : value }
}

/** Drops in the order in which they were made, and claims: who took it, whose voucher ran out, who has one, … */
const [FREE, PRICED, RANDOM] = [0, 1, 2]
const [TAKEN, EXPIRED, OUT, SOLD, DRAWN] = [0, 1, 2, 4, 5]

test('an audit of a store that only the service has written finds no difference', async () => {
  expect(await found()).toEqual([])
})

describe('a changed field is reported:', () => {
  test.each<
    [table: (typeof TABLES)[number], place: number, path: string, value: unknown, said: readonly string[]]
  >([
    ['drops', FREE, 'title', 'Salt', ['title']],
    ['drops', FREE, 'type', 'NFT', ['type']],
    ['drops', FREE, 'creatorId', 'x', ['creatorId', 'ownerId']],
    ['drops', FREE, 'pool', 1_001n, ['maxAmount']],
    ['drops', FREE, 'pool', 29n, ['maxAmount', 'pool', 'status']],
    ['drops', FREE, 'supply', 2, ['status', 'supply']],
    ['drops', FREE, 'award.amount', 11n, ['amount']],
    ['drops', FREE, 'maxPerWallet', 0, ['slot']],
    ['drops', FREE, 'claimType', 'STREAK', ['slot']],
    ['drops', FREE, 'status', 'PAUSED', ['status']],
    ['drops', FREE, 'status', 'SOLD_OUT', ['status']],
    ['drops', FREE, 'completedAt', 1, ['completedAt']],
    ['drops', FREE, 'claimDeadline', 1, ['job settle_schedule']],
    ['drops', FREE, 'nextVoucherKey', { publicKey: 'x', privateKey: 'x' }, ['job rotate_key']],
    ['drops', FREE, 'deletedAt', 1, ['deletedAt', 'job close_vault']],
    ['drops', FREE, 'vault.deposited', 29n, ['vault.deposited']],
    ['drops', FREE, 'vault', { kind: 'closed', objectId: 'x' }, ['claims on a closed vault']],
    ['drops', FREE, 'tally.reservedAmount', 31n, ['reservedAmount']],
    ['drops', FREE, 'tally.reservedCount', 4, ['reservedCount']],
    ['drops', FREE, 'tally.lastSequence', 5, ['lastSequence']],
    ['drops', PRICED, 'tally.heldAmount', 31n, ['heldAmount']],
    ['drops', PRICED, 'tally.heldItems', 4, ['heldItems']],
    ['drops', PRICED, 'payments.received', 0n, ['payments.received']],
    ['drops', PRICED, 'payments.refunded', 0n, ['payments.refunded']],
    ['drops', PRICED, 'payments.paidOut', 0n, ['payments.paidOut']],
    ['drops', PRICED, 'payments.earned', 0n, ['payments.earned']],
    ['drops', PRICED, 'payments.owed', 0n, ['payments.owed']],
    ['drops', PRICED, 'maxPerWallet', 1, ['slot']],
    ['drops', RANDOM, 'award.commitment', '00', ['randomnessCommitment']],
    ['drops', RANDOM, 'pool', 51n, ['amount (drawn)', 'maxAmount', 'sum of all draws']],
    ['drops', RANDOM, 'supply', 1, ['amount (drawn)', 'supply']],
    ['drops', FREE, 'exemptionCount', 2, ['exemptionCount']],
    ['exemptions', 0, 'revokedAt', 1, ['exemptionCount', 'revoked exemptions']],
    ['claims', TAKEN, 'claimer', 'x', ['orderHead', 'userAddress']],
    ['claims', TAKEN, 'callerId', 'x', ['callerId']],
    ['claims', TAKEN, 'creatorId', 'x', ['creatorId']],
    ['claims', TAKEN, 'amount', 11n, ['amount', 'orderHead', 'reservedAmount']],
    ['claims', TAKEN, 'items', 2, ['amount']],
    ['claims', TAKEN, 'slot', 2, ['slot']],
    ['claims', TAKEN, 'slot', 0, ['slot']],
    ['claims', TAKEN, 'streak', 1, ['streak']],
    ['claims', TAKEN, 'cost', 1n, ['cost']],
    ['claims', TAKEN, 'intentId', 'intent_x', ['intentId']],
    ['claims', TAKEN, 'createdAt', 1, ['createdAt', 'orderHead']],
    ['claims', TAKEN, 'state.txHash', 'x', ['txHash']],
    [
      'claims',
      TAKEN,
      'state',
      { kind: 'SUBMITTED', txHash: 'x' },
      ['job deliver_claims', 'state', 'transaction under way'],
    ],
    ['claims', EXPIRED, 'slot', 2, ['slot']],
    ['claims', EXPIRED, 'state.expiredAt', 1, ['expiredAt']],
    [
      'claims',
      EXPIRED,
      'state',
      { kind: 'PENDING', expiresAt: 1 },
      ['reservedAmount', 'reservedCount', 'slot', 'state'],
    ],
    [
      'claims',
      OUT,
      'state',
      { kind: 'FAILED', reason: 'x', failedAt: 1 },
      ['reservedAmount', 'reservedCount', 'slot', 'state'],
    ],
    ['claims', OUT, 'state', { kind: 'CONFIRMED', txHash: 'x', claimedAt: 1 }, ['state']],
    ['claims', SOLD, 'claimer', 'x', ['orderHead', 'userAddress', 'wallet of its intent']],
    ['claims', SOLD, 'cost', 1n, ['cost', 'earned', 'payments.earned']],
    ['claims', SOLD, 'items', 2, ['amount', 'cost', 'spent']],
    ['claims', SOLD, 'slot', 3, ['slot']],
    [
      'claims',
      DRAWN,
      'amount',
      51n,
      ['amount', 'amount (drawn)', 'orderHead', 'reservedAmount', 'sum of all draws'],
    ],
    ['claims', DRAWN, 'claimer', 'x', ['amount (drawn)', 'orderHead', 'userAddress']],
    ['paymentIntents', 0, 'creatorId', 'x', ['creatorId']],
    ['paymentIntents', 0, 'wallet', 'x', ['wallet of its intent']],
    ['paymentIntents', 0, 'held', 2, ['held', 'heldAmount', 'heldItems']],
    ['paymentIntents', 0, 'spent', 2, ['spent']],
    ['paymentIntents', 0, 'earned', 0n, ['earned', 'payments.owed']],
    ['paymentIntents', 0, 'paidOut', 1n, ['paidOut']],
    ['paymentIntents', 0, 'refunding', 0n, ['payments.owed', 'refunding']],
    ['paymentIntents', 0, 'refunded', 0n, ['refunded']],
    ['paymentIntents', 0, 'state.receipt.txHash', 'x', ['payment that is used up']],
    ['paymentIntents', 0, 'state.receipt.from', 'x', ['to']],
    ['paymentIntents', 1, 'held', 0, ['held', 'heldAmount', 'heldItems']],
    ['paymentIntents', 1, 'quantity', 2, ['held']],
    ['paymentIntents', 1, 'unitPrice', 0n, ['soundness']],
    ['paymentIntents', 1, 'state', { kind: 'EXPIRED', candidate: null }, ['held', 'state']],
    ['paymentIntents', 1, 'state', { kind: 'PROCESSING', candidate: 'x', since: 1 }, []],
    ['refunds', 0, 'amount', 1n, ['payments.refunded', 'refunded', 'refunding']],
    ['refunds', 0, 'coinType', 'x', ['coinType']],
    ['refunds', 0, 'to', 'x', ['to']],
    ['refunds', 0, 'intentId', 'intent_x', ['intentId', 'payments.refunded', 'refunded', 'refunding', 'row']],
    ['refunds', 0, 'state.txHash', 'x', ['txHash']],
    [
      'refunds',
      0,
      'state',
      { kind: 'PENDING' },
      ['job send_transfers', 'refunded', 'state', 'transactions that paid it'],
    ],
    [
      'refunds',
      0,
      'state',
      { kind: 'FAILED', reason: 'x' },
      ['payments.refunded', 'refunded', 'refunding', 'state', 'transactions that paid it'],
    ],
    ['payouts', 0, 'amount', 1n, ['payments.paidOut']],
    ['payouts', 0, 'intentId', 'intent_x', ['intentId', 'payments.paidOut']],
    ['payouts', 0, 'state.txHash', 'x', ['txHash']],
    [
      'payouts',
      0,
      'state',
      { kind: 'FAILED', reason: 'x' },
      ['payments.paidOut', 'transactions that paid it'],
    ],
    ['tokens', 0, 'deployment', { kind: 'FAILED', txHash: 'x', reason: 'x' }, ['deployment']],
  ])('%s %i, %s as %o', async (table, place, path, value, said) => {
    const row = [...rowsOf(table).all()][place] ?? {}
    expect(
      await saidWhile((undo) => rowsOf(table).update(changed(row, path.split('.'), value), undo)),
    ).toEqual(said)
  })
})

describe('a changed or missing event is reported:', () => {
  const place = (type: string) => state.events.findIndex((event) => event.type === type)

  test.each<[type: string, field: string | null, value: unknown, said: readonly string[]]>([
    ['drop.created', null, null, ['drop.created', 'events with a place']],
    ['drop.created', 'title', 'Salt', ['title']],
    ['drop.created', 'maxAmount', '5', ['maxAmount']],
    ['drop.created', 'status', 'DRAFT', ['status']],
    ['drop.claimed', 'claimId', 'x', ['claimId']],
    ['drop.claimed', 'userAddress', 'x', ['userAddress']],
    ['drop.claimed', 'amount', '11', ['amount', 'claimedAmount']],
    ['drop.claimed', 'claimedAmount', '11', ['claimedAmount']],
    ['drop.claimed', 'claimCount', 2, ['claimCount']],
    ['drop.claimed', 'streak', 2, ['streak']],
    ['claim.confirmed', 'txHash', 'x', ['txHash']],
    ['claim.expired', 'amount', '11', ['amount', 'claimedAmount']],
    ['payment.created', null, null, ['events with a place', 'payment.created']],
    ['refund.succeeded', null, null, ['events with a place', 'state']],
    ['refund.succeeded', 'refundId', 'x', ['row', 'state']],
    ['drop.completed', null, null, ['completedAt', 'events with a place']],
    ['drop.sold_out', null, null, ['events with a place', 'status']],
    ['token.created', null, null, ['first place', 'token.created']],
    ['token.created', 'status', 'DEPLOYED', ['deployment']],
  ])('%s, %s as %o', async (type, field, value, said) => {
    const at = place(type)
    const [event] = state.events.slice(at, at + 1)
    if (!event) throw new Error(`there is no ${type}`)
    const said_ = await saidWhile((undo) => {
      if (field === null) {
        state.events.splice(at, 1)
        undo.push(() => state.events.splice(at, 0, event))
      } else {
        state.events[at] = { ...event, data: { ...event.data, [field]: value as string } }
        undo.push(() => state.events.splice(at, 1, event))
      }
    })
    expect(said_).toEqual(said)
  })

  test.each(['ownerId', 'actorId', 'at'] as const)('drop.claimed by another %s', async (field) => {
    const at = place('drop.claimed')
    const [event] = state.events.slice(at, at + 1)
    if (!event) throw new Error('there is no claim')
    const said = await saidWhile((undo) => {
      state.events[at] = { ...event, [field]: field === 'at' ? 1 : 'x' }
      undo.push(() => state.events.splice(at, 1, event))
    })
    expect(said).toEqual([{ ownerId: 'ownerId', actorId: 'callerId', at: 'createdAt' }[field]])
  })
})

describe('unfinished work without a job is reported:', () => {
  test.each(['expire_claims', 'settle_intents'])('%s', async (kind) => {
    const jobs = [...state.jobs].filter(([, job]) => job.kind === kind)
    const said = await saidWhile((undo) => {
      for (const [key, job] of jobs) {
        state.jobs.delete(key)
        undo.push(() => state.jobs.set(key, job))
      }
    })
    expect(said).toEqual([`job ${kind}`])
  })

  test.each([
    ['open_vault', ['job open_vault or close_vault or rotate_key', 'transactions under way (filling)']],
    ['deliver_claims', ['job deliver_claims']],
    ['payout', ['job send_transfers', 'transactions that paid it', 'transactions under way', 'txHash']],
    ['refund', ['job send_transfers', 'transactions that paid it', 'transactions under way', 'txHash']],
  ])('a %s whose outcome is not known', async (kind, said) => {
    const sent = [...state.chainTransactions.all()].filter(({ purpose }) => purpose.kind === kind)
    const answer = await saidWhile((undo) => {
      for (const one of sent)
        state.chainTransactions.update({ ...one, state: 'sent', dropId: sent[0]?.dropId ?? one.dropId }, undo)
    })
    expect(answer).toEqual(said)
  })

  test('a payment whose hash could pay again', async () => {
    const said = await saidWhile((undo) => {
      const [used] = [...state.usedPayments]
      if (!used) throw new Error('no payment is used up')
      state.usedPayments.delete(used[0])
      undo.push(() => state.usedPayments.set(...used))
    })
    expect(said).toEqual(['payment that is used up'])
  })
})

describe('an audit of a store whose first events were removed', () => {
  test('finds no difference, but still finds errors of a drop whose events are all stored', async () => {
    const trimmed = await createTestService({ chain: { opensVaultsAtOnce: true } })
    const { dropkit, ports } = trimmed
    const { state } = ports.memory
    const claim = async (dropId: string, wallet: number) =>
      granted(await dropkit.claimDrop(trimmed.owner, { dropId, userAddress: testWallet(wallet) }))
    const old = await trimmed.createDrop({ price: 1, maxAmount: '100' })
    granted(
      await dropkit.createPaymentIntent(trimmed.owner, {
        dropId: old.id,
        walletAddress: testWallet(1),
        paymentMethod: 'SUI',
        quantity: 1,
      }),
    )
    await trimmed.pass(VOUCHER_MS + 10_000)
    const removable = ports.clock.now()
    await trimmed.pass(VOUCHER_MS)
    const young = await trimmed.createDrop()
    await claim(young.id, 2)
    await dropkit.deliverWebhooks()
    const audited = () => differencesIn(createMemoryAudit(state), ports)
    expect(await ports.retention.deleteExpired('events', removable, 1_000)).toBeGreaterThan(2)
    expect(await audited()).toEqual([])
    const stored = state.drops.get(young.id)
    if (!stored) throw new Error('the drop is gone')
    state.drops.update({ ...stored, title: 'Another' }, [])
    expect((await audited()).map(({ field }) => field)).toContain('title')
  })
})
