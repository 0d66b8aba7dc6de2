import { sampleAddress, sampleDrop, sampleToken, sampleUser } from '@dropkit/testing'
import { expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import type { Drop, Vault } from '../../domain/drop.ts'
import type { Lottery } from '../../domain/lottery.ts'
import type { JobKind } from '../../ports/job-queue.ts'
import { compareJobs } from './audit-drop.ts'
import type { UnderWay } from './audit-transactions.ts'

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
    (_, field, kept, derived) => said.push([field, kept, derived]),
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

test('one of several that would do is enough', () => {
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
