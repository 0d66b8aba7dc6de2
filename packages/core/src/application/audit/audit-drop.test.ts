import { sampleAddress, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Drop, Tally, Vault } from '../../domain/drop.ts'
import type { Lottery } from '../../domain/lottery.ts'
import type { JobKind } from '../../ports/job-queue.ts'
import { compareJobs, comparePromises } from './audit-drop.ts'
import type { UnderWay } from './audit-transactions.ts'
import { comparing, type Difference } from './difference.ts'

const token = sampleToken(sampleUser(1), 1)
const OPEN: Vault = {
  kind: 'open',
  objectId: sampleAddress(1),
  packageId: sampleAddress(2),
  coinType: 'coin',
  deposited: amountOf(0n),
  alarm: null,
  missing: amountOf(0n),
}
const CANCELLED = { status: 'CANCELLED' } as const

interface Unfinished {
  readonly drop?: Partial<Drop>
  readonly vouchers?: number
  readonly deliveries?: number
  readonly undrawn?: number
  readonly open?: number
  readonly transfers?: number
  readonly purposes?: readonly string[]
}

const missing = (unfinished: Unfinished, ...jobs: readonly JobKind[]) => {
  const {
    drop = {},
    vouchers = 0,
    deliveries = 0,
    undrawn = 0,
    open = 0,
    transfers = 0,
    purposes = [],
  } = unfinished
  const said: unknown[] = []
  compareJobs(
    sampleDrop(token, 1, drop),
    {
      waiting: { vouchers, deliveries, undrawn },
      intents: { count: open, open },
      underWay: { purposes: new Set(purposes) as UnderWay['purposes'], pendingTransfers: transfers },
    },
    new Set(jobs),
    (_, field, stored, derived) => said.push([field, stored, derived]),
  )
  return said
}

const LOTTERY: Lottery = {
  entriesCloseAt: 7,
  claimWindowMs: 60_000,
  beacon: { hash: '', scheme: '', publicKey: '', genesisAt: 0, periodMs: 3_000 },
  entries: 0,
  draw: { kind: 'OPEN' },
}

test('finished work needs no job', () => {
  expect(missing({})).toEqual([])
  expect(missing({ drop: { vault: OPEN } })).toEqual([])
  expect(missing({ drop: { ...CANCELLED, lottery: LOTTERY } })).toEqual([])
})

test.each<[job: JobKind, unfinished: Unfinished, why: string]>([
  ['expire_claims', { vouchers: 2 }, '2 vouchers that are out'],
  ['reveal_claims', { undrawn: 3 }, '3 claims that wait for the beacon'],
  ['deliver_claims', { deliveries: 3, drop: { vault: OPEN } }, '3 claims to be delivered'],
  ['settle_intents', { open: 1 }, '1 intents that wait'],
  ['send_transfers', { transfers: 4 }, '4 transfers that wait'],
  ['run_lottery', { drop: { lottery: LOTTERY } }, 'its lottery'],
  ['settle_schedule', { drop: { claimDeadline: 7 } }, 'its schedule'],
  ['settle_schedule', { drop: { status: 'SCHEDULED', startsAt: 7 } }, 'its schedule'],
  ['close_vault', { drop: { ...CANCELLED, vault: OPEN } }, 'its vault, which is no longer wanted'],
  ['rotate_key', { drop: { nextVoucherKey: { publicKey: '', privateKey: '' } } }, 'its next key'],
  ['guard_vault', { purposes: ['pause_vault'] }, 'a pause_vault under way'],
  ['guard_vault', { purposes: ['resume_vault'] }, 'a resume_vault under way'],
  ['close_vault', { purposes: ['close_vault'] }, 'a close_vault under way'],
])('%s is needed by work that only it finishes', (job, unfinished, why) => {
  expect(missing(unfinished)).toEqual([[`job ${job}`, 'none', `one, for ${why}`]])
  expect(missing(unfinished, 'sweep')).toHaveLength(1)
  expect(missing(unfinished, job)).toEqual([])
})

test('one of several possible jobs is enough', () => {
  const filling = { purposes: ['fund_vault'] }
  expect(missing(filling)).toEqual([
    ['job open_vault or close_vault', 'none', 'one, for a fund_vault under way'],
  ])
  expect(missing(filling, 'open_vault')).toEqual([])
  expect(missing(filling, 'close_vault')).toEqual([])
  expect(missing({ open: 1, drop: CANCELLED }, 'wind_up')).toEqual([])
  expect(missing({ open: 1 }, 'wind_up')).toHaveLength(1)
})

test('work for a vault that is not open, or for the start of a deleted drop, needs no job', () => {
  expect(missing({ deliveries: 3 })).toEqual([])
  expect(missing({ drop: { claimDeadline: 7, deletedAt: 1 } })).toEqual([])
})

const tally = (more: Partial<Tally>): Tally => ({
  reservedAmount: amountOf(0n),
  reservedCount: 0,
  heldAmount: amountOf(0n),
  heldItems: 0,
  lastSequence: 0,
  order: null,
  ...more,
})

const vault = (deposited: bigint): Vault => ({
  kind: 'open',
  objectId: sampleAddress(1),
  packageId: sampleAddress(2),
  coinType: 'coin',
  deposited: amountOf(deposited),
  alarm: null,
  missing: amountOf(0n),
})
const closed: Vault = { kind: 'closed', objectId: sampleAddress(1) }

const said = (more: Partial<Drop>, { vouchers, deliveries } = { vouchers: 0, deliveries: 0 }) => {
  const waiting = { vouchers, deliveries, undrawn: 0 }
  const differences: unknown[] = []
  comparePromises(sampleDrop(token, 1, more), { waiting }, (_, ...difference) => differences.push(difference))
  return differences
}

test('a pool contains reserved and held amounts together', () => {
  const promised = tally({ reservedAmount: amountOf(600n), heldAmount: amountOf(400n) })
  expect(said({ tally: promised, pool: amountOf(1_000n), status: 'PAUSED' })).toEqual([])
  expect(said({ tally: promised, pool: amountOf(999n), status: 'PAUSED' })).toEqual([
    ['pool', 999n, 'at least 1000, which is reserved or held'],
  ])
})

test('there are as many items as are reserved and held, together', () => {
  const promised = tally({ reservedCount: 3, heldItems: 2 })
  expect(said({ tally: promised, supply: 5, status: 'PAUSED' })).toEqual([])
  expect(said({ tally: promised, supply: 4, status: 'PAUSED' })).toEqual([['supply', 4, 'at least 5']])
})

test('an open vault holds the reserved amounts', () => {
  const promised = tally({ reservedAmount: amountOf(600n) })
  expect(said({ tally: promised, vault: vault(600n) })).toEqual([])
  expect(said({ tally: promised, vault: { kind: 'none' } })).toEqual([])
  expect(said({ tally: promised, vault: vault(599n) })).toEqual([
    ['vault.deposited', 599n, 'at least 600, which is reserved'],
  ])
})

test('no claim waits for a closed vault', () => {
  expect(said({ vault: closed })).toEqual([])
  expect(said({ vault: vault(0n) }, { vouchers: 1, deliveries: 1 })).toEqual([])
  for (const [vouchers, deliveries] of [
    [1, 0],
    [0, 1],
    [2, 2],
  ] as const)
    expect(said({ vault: closed }, { vouchers, deliveries })).toEqual([
      ['claims on a closed vault', vouchers + deliveries, 0],
    ])
})

test('a drop is sold out exactly when nothing fits any more, unless it may not be opened again', () => {
  const full = tally({ reservedAmount: amountOf(1_000n), reservedCount: 100 })
  const claimDeadline = 1
  expect(said({ status: 'ACTIVE', tally: full })).toEqual([['status', 'ACTIVE', 'SOLD_OUT']])
  expect(said({ status: 'PAUSED', tally: full })).toEqual([])
  expect(said({ status: 'SOLD_OUT', tally: full })).toEqual([])
  expect(said({ status: 'SOLD_OUT' })).toEqual([['status', 'SOLD_OUT', 'ACTIVE']])
  expect(said({ status: 'SOLD_OUT', claimDeadline })).toEqual([])
  expect(said({ status: 'ACTIVE' })).toEqual([])
  expect(said({ status: 'PAUSED' })).toEqual([])
})

const found = (stored: Parameters<ReturnType<typeof comparing>>[2], derived: typeof stored) => {
  const differences: Difference[] = []
  comparing((difference) => differences.push(difference), 'drop_1')('claim_1', 'amount', stored, derived)
  return differences.map((difference) => [difference.stored, difference.derived])
}

test('values with the same text are no difference, whatever their types', () => {
  expect(found(5n, '5')).toEqual([])
  expect(found(5, 5n)).toEqual([])
  expect(found(null, undefined)).toEqual([])
  expect(found(null, 'none')).toEqual([])
  expect(found(undefined, 'none')).toEqual([])
})

test('a difference contains its subject, the stored value and the expected value', () => {
  const differences: Difference[] = []
  comparing((difference) => differences.push(difference), null)('log', 'first place', 2, 1n)
  expect(differences).toEqual([
    { dropId: null, record: 'log', field: 'first place', stored: '2', derived: '1' },
  ])
  expect(found(null, 0)).toEqual([['none', '0']])
  expect(found('', undefined)).toEqual([['', 'none']])
  expect(found(true, false)).toEqual([['true', 'false']])
})
