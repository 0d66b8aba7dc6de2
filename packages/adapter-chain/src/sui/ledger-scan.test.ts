import type { Address } from '@dropkit/core'
import { sampleAddress, silentLog } from '@dropkit/testing'
import { GrpcTypes } from '@mysten/sui/grpc'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GrpcFailure } from '../../test/loopback-node/grpc-answers.ts'
import {
  addressFor,
  openSuiWorld,
  operator,
  PEPPER,
  realTime,
  SUI,
  type SuiWorld,
  startScriptedNode,
  treasury,
  unwrap,
} from '../../test/sui-fixture.ts'
import { guardCalls } from './chain-calls.ts'
import { type LedgerScan, type ScannedItems, scanLedger } from './ledger-scan.ts'
import { createSuiChain } from './sui-chain.ts'
import { given } from './sui-node.ts'
import { CLAIM_FIELDS } from './transaction-effects.ts'

type Frame = GrpcTypes.ListTransactionsResponse
type Asked = GrpcTypes.ListTransactionsRequest

const { ITEM_LIMIT, LEDGER_TIP, SCAN_LIMIT } = GrpcTypes.QueryEndReason

/** Starts a node that answers each ledger request with the frames of `answer`. */
async function scannerOf(answer: (asked: Asked) => readonly Frame[]) {
  const asked: Asked[] = []
  const node = await startScriptedNode({
    listTransactions(request: Asked) {
      asked.push(request)
      return answer(request)
    },
  })
  const scan = (more: Partial<LedgerScan<string>> = {}) =>
    scanLedger({ ...node, packageId: sampleAddress(0xd209) }, { ...SCAN, ...more }).then((found) => {
      if (!found.ok) throw new Error(found.error.reason)
      return found.value
    })
  return { asked, scan }
}

const SCAN: LedgerScan<string> = {
  name: 'scan',
  filter: [[{ oneofKind: 'sender', sender: { address: '0x1' } }]],
  order: 'oldest_first',
  cursor: null,
  limit: 100,
  fields: CLAIM_FIELDS,
  eventTypes: [],
  itemsOf: ({ digest = '' }) => digest.split(' '),
  maySkip: true,
}

const cursorBytes = (position: number) => Uint8Array.of(position)

/** A frame with a transaction. Its digest lists its items. */
const shown = (position: number, items: string, more: Partial<GrpcTypes.ExecutedTransaction> = {}): Frame =>
  GrpcTypes.ListTransactionsResponse.create({
    transaction: {
      digest: items,
      checkpoint: 1n,
      timestamp: { seconds: 1n, nanos: 0 },
      effects: { status: { success: true } },
      ...more,
    },
    watermark: { cursor: cursorBytes(position) },
  })

const ended = (position: number, reason: GrpcTypes.QueryEndReason): Frame =>
  GrpcTypes.ListTransactionsResponse.create({
    watermark: { cursor: cursorBytes(position), checkpoint: 1n },
    end: { reason },
  })

/** A ledger with these transactions at positions 1, 2, 3, …, as a node returns it. */
const ledgerOf =
  (transactions: readonly string[]) =>
  ({ options }: Asked): readonly Frame[] => {
    const after = options?.after?.[0] ?? 0
    const before = options?.before?.[0] ?? transactions.length + 1
    const isDescending = options?.ordering === GrpcTypes.Ordering.DESCENDING
    const all = transactions.map((items, index) => shown(index + 1, items))
    const within = all.slice(after, before - 1)
    if (isDescending) within.reverse()
    const frames = within.slice(0, options?.limit)
    const last = frames.at(-1)
    if (last && frames.length === options?.limit) last.end = { reason: ITEM_LIMIT }
    else frames.push(ended(isDescending ? 0 : Math.max(after, transactions.length), LEDGER_TIP))
    return frames
  }

describe('going through the ledger', () => {
  test('returns all items in order, and ends after the last', async () => {
    const { scan } = await scannerOf(ledgerOf(['a', 'b', 'c']))
    const { items, cursor, completeTo } = await scan()
    expect([items, completeTo]).toEqual([['a', 'b', 'c'], 1n])
    expect(await scan({ cursor })).toEqual({ items: [], cursor, completeTo: 1n, unread: [] })
    expect((await scan({ limit: 2 })).completeTo).toBeNull()
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'gives each item once, %i at a time, also those of one transaction',
    async (limit) => {
      const { scan } = await scannerOf(ledgerOf(['a b c', 'd', 'e f g h', 'i']))
      const seen: string[] = []
      let cursor: string | null = null
      for (;;) {
        const page: Awaited<ReturnType<typeof scan>> = await scan({ cursor, limit })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        seen.push(...page.items)
        cursor = page.cursor
        if (page.completeTo !== null) break
      }
      expect(seen).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
    },
  )

  test('reads backwards on request', async () => {
    const { scan } = await scannerOf(ledgerOf(['a', 'b', 'c']))
    const first = await scan({ order: 'newest_first', limit: 2 })
    expect(first.items).toEqual(['c', 'b'])
    const rest = await scan({ order: 'newest_first', limit: 2, cursor: first.cursor })
    expect(rest.items).toEqual(['a'])
  })

  test('goes on where a node looked far and found nothing', async () => {
    const { scan, asked } = await scannerOf(({ options }) =>
      options?.after === undefined ? [ended(200, SCAN_LIMIT)] : [shown(201, 'a'), ended(201, LEDGER_TIP)],
    )
    expect((await scan()).items).toEqual(['a'])
    expect(asked.map(({ options }) => options?.after?.[0])).toEqual([undefined, 200])
  })

  test('reads a limited number of pages, and reports its position', async () => {
    const { scan, asked } = await scannerOf(({ options }) => [
      ended((options?.after?.[0] ?? 0) + 1, SCAN_LIMIT),
    ])
    const first = await scan()
    expect([first.items, first.completeTo]).toEqual([[], null])
    await scan({ cursor: first.cursor })
    expect(asked).toHaveLength(40)
    expect(asked.at(20)?.options?.after?.[0]).toBe(20)
  })

  test('gives a transaction once that the node sends twice', async () => {
    const { scan } = await scannerOf(() => [
      shown(1, 'a'),
      shown(1, 'a'),
      shown(2, 'b'),
      ended(2, LEDGER_TIP),
    ])
    expect((await scan()).items).toEqual(['a', 'b'])
  })

  test('skips failed transactions, and waits for those that are not final', async () => {
    const failed = { effects: GrpcTypes.TransactionEffects.create({ status: { success: false } }) }
    const frames = [
      shown(1, 'a', failed),
      shown(2, 'b'),
      GrpcTypes.ListTransactionsResponse.create({
        transaction: { digest: 'c', effects: { status: { success: true } } },
        watermark: { cursor: cursorBytes(3) },
      }),
      shown(4, 'd'),
      ended(4, LEDGER_TIP),
    ]
    const { scan, asked } = await scannerOf(() => frames)
    const { items, cursor, completeTo } = await scan()
    expect([items, completeTo]).toEqual([['b'], null])
    await scan({ cursor })
    expect(asked.at(-1)?.options?.after?.[0]).toBe(2)
  })

  test('keeps the items that it read before the node failed', async () => {
    const { scan } = await scannerOf(({ options }) => {
      if (options?.after !== undefined) throw new Error('gone')
      return [shown(1, 'a'), ended(1, SCAN_LIMIT)]
    })
    const { items, cursor, completeTo } = await scan()
    expect([items, completeTo]).toEqual([['a'], null])
    await expect(scan({ cursor })).rejects.toThrow('gone')
  })
})

describe('a page that is too much to be read', () => {
  const digests = Array.from({ length: 6 }, (_, n) => `tx${n}`)

  test('because it is too large is read one transaction after the other, without being requested again', async () => {
    const coinType = `0x5::big::${'B'.repeat(3_000_000)}`
    const { scan, asked } = await scannerOf((request) =>
      ledgerOf(digests)(request).map((frame) => ({
        ...frame,
        ...(frame.transaction && {
          transaction: { ...frame.transaction, balanceChanges: [{ address: '0x1', coinType, amount: '1' }] },
        }),
      })),
    )
    const { items, completeTo } = await scan()
    expect([items, completeTo]).toEqual([digests, 1n])
    expect(asked.map(({ options }) => options?.limit)).toEqual([50, 1, 1, 1, 1, 1, 1, 1])
  })

  test('because it takes too long is read one transaction after the other', async () => {
    const asked: number[] = []
    const { client, log } = await startScriptedNode({
      listTransactions(request: Asked) {
        const limit = request.options?.limit ?? 0
        asked.push(limit)
        return limit > 1 ? new Promise<never>(() => {}) : ledgerOf(digests)(request)
      },
    })
    const calls = guardCalls({ time: realTime, limits: { attemptMs: 500 } })
    const { items, completeTo } = unwrap(
      await scanLedger({ client, log, calls, packageId: sampleAddress(0xd209) }, SCAN),
    )
    expect([items, completeTo]).toEqual([digests, 1n])
    expect(asked).toEqual([50, 1, 1, 1, 1, 1, 1, 1])
  })
})

describe('a transaction that is too much to be read alone', () => {
  const digests = Array.from({ length: 6 }, (_, n) => `tx${n}`)
  const fields = [...CLAIM_FIELDS, 'balance_changes']
  const large = [{ address: '0x1', coinType: `0x5::big::${'B'.repeat(9_000_000)}`, amount: '1' }]

  /** A scan of a node that cannot show two of the transactions as a whole. */
  async function scanner(way: 'too large' | 'too slow', isOutage = false) {
    const { client, log } = await startScriptedNode({
      listTransactions(request: Asked) {
        const frames = ledgerOf(digests)(request)
        const isWhole = request.readMask?.paths.includes('balance_changes') === true
        const isBad = ({ transaction }: Frame) => ['tx2', 'tx4'].includes(transaction?.digest ?? '')
        if (isOutage || (isWhole && way === 'too slow' && frames.some(isBad)))
          return new Promise<never>(() => {})
        return frames.map((frame) =>
          isWhole && frame.transaction && isBad(frame)
            ? { ...frame, transaction: { ...frame.transaction, balanceChanges: large } }
            : frame,
        )
      },
    })
    const calls = guardCalls({ time: realTime, limits: { attemptMs: 500 } })
    return (more: Partial<LedgerScan<string>> = {}) =>
      scanLedger({ client, log, calls, packageId: sampleAddress(0xd209) }, { ...SCAN, fields, ...more })
  }

  test.each(['too large', 'too slow'] as const)(
    'is passed over and named by a scan that may skip it, because it is %s',
    async (way) => {
      const scan = await scanner(way)
      const pages: unknown[] = []
      let cursor: string | null = null
      for (let page = 0; page < 3; page++) {
        const read: ScannedItems<string> = unwrap(await scan({ cursor }))
        pages.push([read.items, read.unread])
        cursor = read.cursor
      }
      expect(pages).toEqual([
        [['tx0', 'tx1'], ['tx2']],
        [['tx3'], ['tx4']],
        [['tx5'], []],
      ])
    },
  )

  test.each(['too large', 'too slow'] as const)('stops any other scan, because it is %s', async (way) => {
    const scan = await scanner(way)
    const { items, cursor } = unwrap(await scan({ maySkip: false }))
    expect(items).toEqual(['tx0', 'tx1'])
    expect(await scan({ maySkip: false, cursor })).toMatchObject({ error: { kind: 'chain_unavailable' } })
  })

  test('is passed over and named because its events are too slow, after those before it', async () => {
    const emitting = {
      effects: GrpcTypes.TransactionEffects.create({ status: { success: true }, eventsDigest: 'some' }),
    }
    const { client, log } = await startScriptedNode({
      listTransactions(request: Asked) {
        return ledgerOf(digests)(request).map((frame) =>
          frame.transaction?.digest === 'tx2' ? shown(3, 'tx2', emitting) : frame,
        )
      },
      listEvents: () => new Promise<never>(() => {}),
    })
    const calls = guardCalls({ time: realTime, limits: { attemptMs: 500 } })
    const context = { client, log, calls, packageId: sampleAddress(0xd209) }
    const scan = { ...SCAN, eventTypes: ['0x1::a::B'], limit: 3 }
    const first = unwrap(await scanLedger(context, scan))
    expect([first.items, first.unread]).toEqual([['tx0', 'tx1'], ['tx2']])
    expect(unwrap(await scanLedger(context, { ...scan, cursor: first.cursor })).items).toEqual([
      'tx3',
      'tx4',
      'tx5',
    ])
  })

  test('is not blamed for an outage of the node', async () => {
    const scan = await scanner('too slow', true)
    expect(await scan()).toMatchObject({ error: { kind: 'chain_unavailable' } })
  })
})

/** What scripted nodes answer about the package, which is unknown there, and about checkpoints. */
const aboutTheNode = {
  getObject() {
    throw new GrpcFailure('notFound', 'pruned')
  },
  getCheckpoint: () => {
    const summary = GrpcTypes.CheckpointSummary.create({ timestamp: { seconds: 1n, nanos: 0 } })
    return { checkpoint: GrpcTypes.Checkpoint.create({ summary }) }
  },
}

/** Events of a transaction, as a node lists them. */
const listedEvents = (digest: string, events: readonly GrpcTypes.Event[]) => [
  ...events.map((event, eventIndex) => ({
    event: GrpcTypes.Event.create({ ...event, transactionDigest: digest, eventIndex }),
    watermark: { cursor: cursorBytes(eventIndex) },
  })),
  { watermark: { checkpoint: 1n }, end: { reason: LEDGER_TIP } },
]

describe('a transaction of a stranger', () => {
  const packageId = sampleAddress(0xd209)
  const hostile = { address: addressFor(treasury), coinType: PEPPER, amount: String(2n ** 65n - 2n) }
  const paying = { address: addressFor(treasury), coinType: SUI, amount: '40' }

  /**
   * The payments and the claims that a server reads from these transactions, and the errors that it logs. `events` are those
   * of the first transaction.
   */
  async function readFrom(
    transactions: readonly Partial<GrpcTypes.ExecutedTransaction>[],
    events: readonly GrpcTypes.Event[] = [],
  ) {
    const effects = { status: { success: true }, eventsDigest: 'digest' }
    const frames = transactions.map((transaction, index) => {
      const sent = { sender: sampleAddress(1) }
      return shown(index + 1, `tx${index + 1}`, {
        transaction: GrpcTypes.Transaction.create(sent),
        ...(index === 0 && events.length > 0 && { effects: GrpcTypes.TransactionEffects.create(effects) }),
        ...transaction,
      })
    })
    const node = await startScriptedNode({
      ...aboutTheNode,
      listTransactions: () => [...frames, ended(frames.length, LEDGER_TIP)],
      listEvents: () => listedEvents('tx1', events),
    })
    const errors: string[] = []
    const log = { ...silentLog, error: (message: string) => void errors.push(message) }
    const chain = createSuiChain({ ...node, packageId, operator, treasury, machineNow: Date.now, log })
    const payments = unwrap(await chain.paymentsAfter(null, 25))
    const read = await chain.claimsAfter(null, 25)
    return { chain, payments, claims: read.ok ? read.value : read.error, errors }
  }

  test('does not stop the payments after it by an amount that no coin can have', async () => {
    const { payments, errors } = await readFrom([{ balanceChanges: [hostile] }, { balanceChanges: [paying] }])
    expect(payments.payments).toMatchObject([{ txHash: 'tx2', amount: 40n, coinType: SUI }])
    expect(errors).toEqual([])
  })

  test('that cannot be read is passed over and named for payments, and stops the claims', async () => {
    const unreadable = ['payment::Paid', 'drop::Claimed'].map((name) =>
      GrpcTypes.Event.create({
        eventType: `${packageId}::${name}<${SUI}>`,
        contents: { value: Uint8Array.of(1, 2, 3) },
      }),
    )
    const { payments, claims, errors } = await readFrom(
      [{ balanceChanges: [paying] }, { balanceChanges: [paying] }],
      unreadable,
    )
    expect(payments.payments).toMatchObject([{ txHash: 'tx2', amount: 40n }])
    expect(payments.unread).toEqual(['tx1'])
    expect(errors).toEqual(['a transaction cannot be read'])
    expect(claims).toEqual({
      kind: 'chain_unavailable',
      reason: 'claims: the transaction tx1 cannot be read',
    })
  })

  test('is read again if the node leaves out a field', async () => {
    const { scan } = await scannerOf(ledgerOf(['a']))
    const itemsOf = () => [given<string>(undefined, 'the sender')]
    await expect(scan({ itemsOf })).rejects.toThrow('the node does not say the sender')
  })
})

describe('holdings', () => {
  const FISH = `${sampleAddress(0xf15)}::fish::Fish`
  const ADDRESS = sampleAddress(1)

  let world: SuiWorld
  beforeEach(async () => {
    world = await openSuiWorld()
  })
  afterEach(() => world.close())

  describe('what wallets hold', () => {
    test('is returned for each of many wallets, also for duplicates, from coins and from the address balance', async () => {
      const owners = Array.from({ length: 60 }, (_, n) => sampleAddress(n + 1))
      owners.forEach((owner, n) => {
        if (n > 0) world.node.faucet(owner, PEPPER, BigInt(n))
        if (n > 30) world.node.faucet(owner, PEPPER, 1_000n, 'balance')
      })
      const found = unwrap(await world.chain.balances(PEPPER, [...owners, ADDRESS]))
      expect(found).toEqual(new Map(owners.map((owner, n) => [owner, BigInt(n > 30 ? n + 1_000 : n)])))
    })

    test('is zero if the node leaves it out', async () => {
      world.node.setFault({
        method: 'GetBalance',
        fault: { kind: 'wrong_answer', change: (messages) => messages.map(() => ({})) },
      })
      expect(unwrap(await world.chain.balances(PEPPER, [ADDRESS]))).toEqual(new Map([[ADDRESS, 0n]]))
    })

    test('is unknown if it cannot be read for one of them', async () => {
      const owners = Array.from({ length: 40 }, (_, n) => sampleAddress(n + 1))
      world.node.setFault({ method: 'GetBalance', fault: { kind: 'unavailable' }, nth: 20, times: 1_000 })
      const answer = await world.chain.balances(PEPPER, owners)
      expect(answer.ok ? 'told' : answer.error.kind).toBe('chain_unavailable')
    })

    test('is counted over any number of pages', async () => {
      const other = sampleAddress(2)
      for (let n = 0; n < 1_005; n++) world.node.giveObject(ADDRESS, FISH)
      world.node.giveObject(other, `${sampleAddress(0xf15)}::fish::Bone`)
      const found = unwrap(await world.chain.ownedObjects(FISH, [ADDRESS, other]))
      expect(found).toEqual(
        new Map([
          [ADDRESS, 1_005],
          [other, 0],
        ]),
      )
    })

    test.each(['', 'SUI', '0x2::sui', '0x2::no such::TYPE', 'x'.repeat(2_000)])(
      'is zero for an invalid type: %s',
      async (type) => {
        expect(unwrap(await world.chain.balances(type, [ADDRESS]))).toEqual(
          new Map<Address, bigint>([[ADDRESS, 0n]]),
        )
        expect(unwrap(await world.chain.ownedObjects(type, [ADDRESS]))).toEqual(new Map([[ADDRESS, 0]]))
        expect(unwrap(await world.chain.coin(type))).toBeNull()
      },
    )
  })

  describe('a coin', () => {
    test('is known with its decimals, by any form of its type', async () => {
      const of = {
        coinType: PEPPER,
        name: 'Pepper',
        symbol: 'PEP',
        description: '',
        iconUrl: '',
        decimals: 6,
      }
      world.node.describeCoin(of)
      const short = PEPPER.replace(/^0x0+/, '0x')
      const coin = unwrap(await world.chain.coin(short))
      expect(coin).toMatchObject({
        coinType: PEPPER,
        symbol: 'PEP',
        decimals: 6,
        packageId: PEPPER.slice(0, 66),
      })
    })

    test('is not unknown because the node does not answer', async () => {
      world.node.down()
      const answer = await world.chain.coin(PEPPER)
      expect(answer.ok ? 'told' : answer.error.kind).toBe('chain_unavailable')
    })
  })
})
