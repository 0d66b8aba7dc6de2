import { sampleDrop, sampleToken, sampleTransaction, sampleUser } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import type { ChainTransaction } from '../../domain/chain-transaction.ts'
import type { EventType } from '../../domain/event.ts'
import { claimIdOf } from '../../domain/ids.ts'
import { DAY_MS } from '../../domain/instant.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { TransferState } from '../../domain/payment/transfer.ts'
import type { Token } from '../../domain/token.ts'
import type { AuditRows, LogExtent } from '../../ports/audit-rows.ts'
import { auditLog, auditTokens } from './audit-store.ts'
import { auditTransactions, openTransactionRows } from './audit-transactions.ts'
import type { Report } from './difference.ts'

const drop = sampleDrop(sampleToken(sampleUser(1), 1), 1)

interface Sent {
  readonly open?: readonly ChainTransaction[]
  readonly submitted?: readonly (readonly [number, string])[]
  readonly transfer?: TransferState
  readonly tries?: readonly ChainTransaction['state'][]
}

async function* page<T>(rows: readonly T[]) {
  yield rows
}

async function audit({ open = [], submitted = [], transfer, tries = [] }: Sent) {
  const said: string[][] = []
  const report: Parameters<typeof openTransactionRows>[1] = ({ record, field, stored, derived }) =>
    said.push([record, field, stored, derived])
  const rows = {
    openTransactions: () => page(open),
    transfers: () => page(transfer ? [{ id: 'refund_1', dropId: drop.id, state: transfer }] : []),
    transferTransactions: () =>
      page(
        tries.map((state, n) => ({
          id: `t${n}`,
          dropId: drop.id,
          digest: `d${n}`,
          state,
          transferId: 'refund_1',
        })),
      ),
  } as unknown as AuditRows
  const underWay = await auditTransactions(
    drop,
    new Map(submitted),
    openTransactionRows(rows, report),
    report,
  )
  return { underWay, said }
}

const sent = (n: number, purpose: ChainTransaction['purpose']) => sampleTransaction(drop, n, { purpose })

test('a claim in delivery is part of the transaction that it names', async () => {
  const open = [sent(1, { kind: 'deliver_claims', sequences: [3, 4] })]
  const right = await audit({
    open,
    submitted: [
      [3, 'digest-1'],
      [4, 'digest-1'],
    ],
  })
  expect(right.said).toEqual([])
  expect([...right.underWay.purposes]).toEqual(['deliver_claims'])
  const wrong = await audit({
    open,
    submitted: [
      [3, 'x'],
      [5, 'digest-1'],
    ],
  })
  expect(wrong.said.map(([, ...more]) => more)).toEqual([
    ['transaction under way', 'x', 'digest-1'],
    ['transaction under way', 'digest-1', 'none'],
  ])
})

test('a drop has one open transaction of each kind at a time', async () => {
  const [close, open] = [sent(1, { kind: 'close_vault' }), sent(2, { kind: 'rotate_key' })]
  expect((await audit({ open: [close, open] })).said).toEqual([])
  const again = sent(3, { kind: 'close_vault' })
  expect((await audit({ open: [close, open, again] })).said).toEqual([
    [again.id, 'transactions under way (closing)', `${close.id} as well`, 'one'],
  ])
})

test('a drop may have several open deliveries, and no two contain the same claim', async () => {
  const deliver = (n: number, ...sequences: number[]) => sent(n, { kind: 'deliver_claims', sequences })
  const submitted = [1, 2, 3].map((sequence) => [sequence, `digest-${sequence < 3 ? 1 : 2}`] as const)
  expect((await audit({ open: [deliver(1, 1, 2), deliver(2, 3)], submitted })).said).toEqual([])
  const twice = await audit({ open: [deliver(1, 1, 2), deliver(2, 3, 2)], submitted })
  expect(twice.said).toContainEqual([
    claimIdOf(drop.id, 2),
    'transactions under way',
    'digest-1 as well',
    'one',
  ])
})

test('a transfer is paid once, and has the state of the transaction that was sent for it', async () => {
  const pending = { kind: 'PENDING' } as const
  const succeeded = { kind: 'SUCCEEDED', txHash: 'd0' } as const
  const failed = { kind: 'FAILED', reason: 'x' } as const
  for (const [transfer, tries, count] of [
    [pending, [], 1],
    [pending, ['lost', 'sent'], 1],
    [succeeded, ['succeeded'], 0],
    [failed, ['failed'], 0],
  ] as const)
    expect(await audit({ transfer, tries })).toEqual({
      underWay: { purposes: new Set(), pendingTransfers: count },
      said: [],
    })
  const said = async (transfer: TransferState, ...tries: ChainTransaction['state'][]) =>
    (await audit({ transfer, tries })).said.map(([, ...more]) => more)
  expect(await said(succeeded, 'lost', 'succeeded')).toEqual([['txHash', 'd0', 'd1']])
  expect(await said(succeeded, 'succeeded', 'succeeded')).toEqual([['transactions that paid it', '2', '1']])
  expect(await said(failed, 'succeeded')).toEqual([['transactions that paid it', '1', '0']])
  expect(await said(failed, 'sent')).toEqual([['transactions under way', '1', '0']])
})

describe('audit log', () => {
  const NOW = 100 * DAY_MS

  interface Log extends Partial<LogExtent> {
    readonly strange?: readonly { id: string; position: number; eventType: EventType }[]
    readonly undelivered?: readonly { type: EventType; patterns: readonly string[]; at?: number }[]
  }

  async function* page<T>(rows: readonly T[]) {
    yield rows
  }

  /** What is found in a log of ten events, unless told. */
  async function found({ strange = [], undelivered = [], ...extent }: Log) {
    const said: string[][] = []
    const rows = {
      strangeDeliveries: () => page(strange),
      eventsWithoutDelivery: (since: number) =>
        page(
          undelivered
            .filter(({ at = since }) => at >= since)
            .map(({ type, patterns }) => ({ webhookId: 'webhook_1', position: 7, type, patterns })),
        ),
    } as unknown as AuditRows
    const log: LogExtent = {
      placed: 10,
      first: 1,
      removed: { upTo: 0, by: 0 },
      last: 10,
      missing: [],
      head: null,
      dispatched: 10,
      ...extent,
    }
    await auditLog(rows, log, NOW, ({ record, field, stored, derived }) =>
      said.push([record, field, stored, derived]),
    )
    return said
  }

  test('positions are consecutive, and start at 1 or at the first event that was not removed', async () => {
    expect(await found({})).toEqual([])
    expect(await found({ placed: 6, first: 5, removed: { upTo: 4, by: NOW } })).toEqual([])
    expect(await found({ placed: 5, first: 6, removed: { upTo: 4, by: NOW } })).toEqual([
      ['log', 'first place', '6', '5'],
    ])
    expect(await found({ placed: 0, first: 0, last: 0, dispatched: 0 })).toEqual([])
    expect(await found({ placed: 9, first: 2 })).toEqual([['log', 'first place', '2', '1']])
    expect(await found({ placed: 9 })).toEqual([['log', 'events with a place', '9', '10']])
    expect(await found({ placed: 8, missing: [3, 4] })).toEqual([
      ['event_3', 'row', 'none', 'one: later places are given'],
      ['event_4', 'row', 'none', 'one: later places are given'],
    ])
  })

  test('the last assigned position is that of the last event, and no reader is beyond it', async () => {
    expect(await found({ head: 10 })).toEqual([])
    expect(await found({ head: 11 })).toEqual([['log', 'place given last', '11', '10']])
    expect(await found({ dispatched: 9 })).toEqual([])
    expect(await found({ dispatched: 11 })).toEqual([['log', 'place read for webhooks', '11', 'at most 10']])
  })

  test('each delivery has its event', async () => {
    const strange = [{ id: 'delivery_1', position: 3, eventType: 'drop.paused' }] as const
    expect(await found({ strange })).toEqual([
      ['delivery_1', 'of', 'event_3, drop.paused', 'an event that is there'],
    ])
  })

  test('each webhook has deliveries of the stored events that it subscribes to', async () => {
    const wanted = ['drop.*', 'token.created']
    const missed = [['webhook_1', 'delivery of event_7', 'none', 'one']]
    expect(await found({ undelivered: [{ type: 'drop.paused', patterns: wanted }] })).toEqual(missed)
    expect(await found({ undelivered: [{ type: 'refund.failed', patterns: wanted }] })).toEqual([])
    expect(await found({ undelivered: [{ type: 'webhook.test', patterns: ['*'] }] })).toEqual([])
    const at = (days: number) => ({ type: 'drop.paused', patterns: ['*'], at: NOW - days * DAY_MS }) as const
    expect(await found({ undelivered: [at(29)] })).toEqual(missed)
    expect(await found({ undelivered: [at(30)] })).toEqual([])
  })
})

describe('audit tokens', () => {
  const token = sampleToken(sampleUser(1), 1)
  const MADE = ['token.created', { status: 'PENDING' }] as const

  async function* page<T>(rows: readonly T[]) {
    yield rows
  }

  /** What is found of a token that is kept like this, when the log tells that of it. */
  async function found(stored: Token['deployment']['kind'], ...told: (readonly [EventType, JsonObject?])[]) {
    const said: string[][] = []
    const rows = {
      tokens: () => page([{ ...token, deployment: { kind: stored } }]),
      tokenEvents: () => page(told.map(([type, data = {}]) => ({ tokenId: token.id, type, data }))),
    } as unknown as AuditRows
    const report: Report = ({ field, stored, derived }) => said.push([field, stored, derived])
    expect(await auditTokens(rows, report, () => true)).toBe(1)
    return said
  }

  test('the state of a token is that of its last event', async () => {
    expect(await found('PENDING', MADE)).toEqual([])
    expect(await found('DEPLOYED', ['token.created', { status: 'DEPLOYED' }])).toEqual([])
    expect(await found('DEPLOYED', MADE, ['token.deployed'])).toEqual([])
    expect(await found('FAILED', MADE, ['token.failed'])).toEqual([])
    expect(await found('DEPLOYED', MADE, ['token.failed'], ['token.deployed'])).toEqual([])
    expect(await found('PENDING', MADE, ['token.deployed'])).toEqual([['deployment', 'PENDING', 'DEPLOYED']])
  })

  test('an event without a state does not change it', async () => {
    expect(await found('DEPLOYED', MADE, ['token.deployed'], ['gating.updated'])).toEqual([])
  })

  test('a token has one event of its creation', async () => {
    expect(await found('PENDING', MADE, MADE)).toEqual([['token.created', '2', '1']])
    expect(await found('PENDING')).toEqual([['token.created', '0', '1']])
  })
})
