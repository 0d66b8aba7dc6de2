// What an audit counts and says of a whole store, and of rows that belong to nothing.

import { createMemoryAudit, createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditRows, AuditSource, UnreadableRow } from '../../ports/audit-rows.ts'
import { type AuditOptions, type AuditProgress, auditStore } from './audit-store.ts'
import type { Difference } from './difference.ts'

let service: TestService

/** A drop that was claimed from twice, one that was sold from, and one that was drawn from. */
beforeAll(async () => {
  service = await createTestService()
  const { dropkit, owner } = service
  const free = await service.createDrop()
  for (const wallet of [1, 2])
    granted(await dropkit.claimDrop(owner, { dropId: free.id, userAddress: testWallet(wallet) }))
  const priced = await service.createDrop({ price: 2, maxAmount: '100' })
  const order = { dropId: priced.id, walletAddress: testWallet(5), paymentMethod: 'SUI', quantity: 1 }
  granted(await dropkit.createPaymentIntent(await service.callerOf('buyer'), order))
  const random = await service.createDrop({ tokenAmount: '0', maxAmount: '50', supply: 2 })
  granted(await dropkit.claimRandomDrop(owner, { dropId: random.id, userAddress: testWallet(7) }))
  await service.pass(10_000)
})

interface Changes extends Partial<AuditOptions> {
  readonly rows?: (rows: AuditRows) => Partial<AuditRows>
  readonly unreadable?: readonly UnreadableRow[]
}

async function audit({ rows = () => ({}), unreadable = [], ...options }: Changes = {}) {
  const memory = createMemoryAudit(service.ports.memory.state)
  const source: AuditSource = {
    atOneMoment: (onUnreadable, read) => {
      for (const row of unreadable) onUnreadable(row)
      return memory.atOneMoment(onUnreadable, (all) => read({ ...all, ...rows(all) }))
    },
  }
  const found: Difference[] = []
  const { secrets, hashes, clock } = service.ports
  const report = (difference: Difference) => found.push(difference)
  const audited = await auditStore(source, { secrets, hashes, now: clock.now(), report, ...options })
  return { audited, found }
}

const events = () => service.ports.memory.state.events.filter(({ dropId }) => dropId !== null).length

describe('the counts of an audit contain', () => {
  test('the records that it checked', async () => {
    const { audited, found } = await audit()
    expect(audited).toEqual({
      drops: 3,
      claims: 3,
      events: events(),
      tokens: 1,
      intents: 1,
      unmatched: { open: 0, returning: 0 },
      differences: 0,
      drawsChecked: 1,
      drawsNotChecked: 0,
    })
    expect(found).toEqual([])
  })

  test('draws that it could not check because the seed cannot be decrypted, which are no difference', async () => {
    const sealed = {
      ...service.ports.secrets,
      open: () => {
        throw new Error('another key')
      },
    }
    for (const secrets of [null, sealed]) {
      const { audited, found } = await audit({ secrets })
      expect(audited).toMatchObject({ drawsChecked: 0, drawsNotChecked: 1, differences: 0 })
      expect(found).toEqual([])
    }
  })

  test('its progress while it runs', async () => {
    const seen: AuditProgress[] = []
    await audit({ onProgress: ({ drops, claims, events }) => seen.push({ drops, claims, events }) })
    expect(seen.at(-1)).toEqual({ drops: 2, claims: 3, events: events() })
    expect(seen[0]).toMatchObject({ drops: 0, claims: 0 })
    for (const [place, { claims }] of seen.entries())
      expect(claims).toBeGreaterThanOrEqual(seen[place - 1]?.claims ?? 0)
  })
})

describe('an audit reports', () => {
  test('rows that cannot be read, and errors in the database file', async () => {
    const { audited, found } = await audit({
      unreadable: [{ table: 'drops', key: 'drop_1', reason: 'no amount: -1' }],
      rows: () => ({ databaseErrors: async () => ['page 7 is torn'] }),
    })
    expect(found).toEqual([
      {
        dropId: null,
        record: 'drops drop_1',
        field: 'row',
        stored: 'no amount: -1',
        derived: 'one that can be read',
      },
      { dropId: null, record: 'database', field: 'integrity', stored: 'page 7 is torn', derived: 'ok' },
    ])
    expect(audited.differences).toBe(2)
  })

  test('users whose claims are counted wrong', async () => {
    const dropId = 'drop_1' as never
    async function* wrongCallerCounts() {
      yield [{ dropId, callerId: 'user_1', stored: 3, counted: 2 }]
    }
    const { found } = await audit({ rows: () => ({ wrongCallerCounts }) })
    expect(found).toEqual([
      { dropId, record: dropId, field: 'claims that user_1 asked for', stored: '3', derived: '2' },
    ])
  })

  test('a repeated difference once, for the last thousand differences', async () => {
    const row = (n: number): UnreadableRow => ({ table: 'claims', key: String(n), reason: 'torn' })
    const thousand = Array.from({ length: 1_000 }, (_, n) => row(n))
    const count = async (unreadable: readonly UnreadableRow[]) =>
      (await audit({ unreadable })).audited.differences
    expect(await count([...thousand, row(0), row(999)])).toBe(1_000)
    expect(await count([...thousand, row(1_000), row(0), row(0), row(1_000)])).toBe(1_002)
  })
})

describe('a row whose owner is missing is reported:', () => {
  const NOWHERE = { first: `drop_${'0'.repeat(32)}`, last: `drop_${'f'.repeat(32)}` }
  const base = {
    sequence: 1,
    hour: 7,
    id: 'id_1',
    intentId: 'intent_1',
    transfer: 'tx',
    transferId: 'refund_1',
  }
  const of = (dropId: string) => `claim_${dropId.slice('drop_'.length)}_1`

  test.each<[stream: keyof AuditRows, more: object, record: (dropId: string) => string, field: string]>([
    ['claims', {}, of, 'dropId'],
    ['events', { type: 'drop.paused' }, () => 'a drop.paused', 'dropId'],
    ['claimHours', { count: 1 }, () => 'claims counted in hour 7', 'dropId'],
    ['intents', {}, () => 'id_1', 'dropId'],
    ['paidClaims', {}, of, 'intentId'],
    ['refunds', {}, () => 'id_1', 'intentId'],
    ['payouts', {}, () => 'id_1', 'intentId'],
    ['usedPayments', {}, () => 'payment tx', 'intentId'],
    ['paymentEvents', { type: 'payment.created' }, () => 'a payment.created', 'intentId'],
    ['openTransactions', {}, () => 'id_1', 'dropId'],
    ['transfers', {}, () => 'id_1', 'dropId'],
    ['transferTransactions', {}, () => 'id_1', 'transfer'],
  ])('one of %s', async (stream, more, record, field) => {
    for (const [place, dropId] of Object.entries(NOWHERE)) {
      const stray = [{ ...base, ...more, dropId }]
      const rows = (all: AuditRows) => {
        const read = all[stream] as () => AsyncIterable<readonly object[]>
        return {
          async *[stream]() {
            if (place === 'first') yield stray
            yield* read()
            if (place === 'last') yield stray
          },
        } as Partial<AuditRows>
      }
      const stored = { dropId, intentId: 'intent_1', transfer: 'refund_1' }[field]
      expect((await audit({ rows })).found).toEqual([
        { dropId, record: record(dropId), field, stored, derived: 'none: there is no such row' },
      ])
    }
  })

  test('a payment that no payment intent counts', async () => {
    async function* usedPayments() {
      yield [{ dropId: null, intentId: 'intent_1' as never, transfer: 'tx' }]
    }
    expect((await audit({ rows: () => ({ usedPayments }) })).found).toEqual([
      {
        dropId: null,
        record: 'payment tx',
        field: 'intentId',
        stored: 'intent_1',
        derived: 'none: there is no such row',
      },
    ])
  })

  test('a payout of a missing drop', async () => {
    const dropId = NOWHERE.first as never
    async function* payouts() {
      yield [{ id: 'payout_1', dropId, intentId: null }] as never
    }
    expect((await audit({ rows: () => ({ payouts }) })).found).toMatchObject([
      { dropId, record: 'payout_1', field: 'intentId', stored: 'none' },
    ])
  })

  test('an event of a missing token', async () => {
    for (const tokenId of [`token_${'0'.repeat(32)}`, `token_${'f'.repeat(32)}`]) {
      const rows = ({ tokenEvents }: AuditRows): Partial<AuditRows> => ({
        async *tokenEvents() {
          const stray = [{ tokenId, type: 'token.deployed', data: {} }] as never
          if (tokenId.endsWith('0')) yield stray
          yield* tokenEvents()
          if (tokenId.endsWith('f')) yield stray
        },
      })
      expect((await audit({ rows })).found).toEqual([
        {
          dropId: null,
          record: 'a token.deployed',
          field: 'tokenId',
          stored: tokenId,
          derived: 'none: there is no such row',
        },
      ])
    }
  })
})

test('only claims that events name are read', async () => {
  const asked: (readonly number[])[] = []
  const rows = ({ events, claimsAt }: AuditRows): Partial<AuditRows> => ({
    async *events() {
      for await (const page of events())
        yield page.map((event) =>
          event.data['sequence'] === 2
            ? { ...event, data: { ...event.data, sequence: 'x' } }
            : event.type === 'drop.created'
              ? { ...event, data: { ...event.data, sequence: 1 } }
              : event,
        )
    },
    claimsAt: async (places) => {
      asked.push(places.map(({ sequence }) => sequence))
      return claimsAt(places)
    },
  })
  const { found } = await audit({ rows })
  // Of the first drop one claim, and of the random one the same claim twice: when it was made and when it was paid.
  expect(asked).toEqual([[1], [1, 1]])
  expect(found.map(({ field }) => field)).toContain('sequence of a drop.claimed')
})

describe('the claims of each hour', () => {
  const hours = (counted: (rows: { count: number }[]) => object[]) => (all: AuditRows) => ({
    async *claimHours() {
      for await (const page of all.claimHours()) yield counted(page as never) as never
    },
  })

  test('are counted, and a wrong or missing count is reported', async () => {
    const wrong = await audit({
      rows: hours((rows) => rows.map((row) => ({ ...row, count: row.count + 1 }))),
    })
    expect(wrong.found.map(({ stored, derived }) => [stored, derived])).toEqual([
      ['3', '2'],
      ['2', '1'],
    ])
    const none = await audit({ rows: hours(() => []) })
    expect(
      none.found.map(({ field, stored, derived }) => [field.replace(/\d+/, '…'), stored, derived]),
    ).toEqual([
      ['claims in hour …', '0', '2'],
      ['claims in hour …', '0', '1'],
    ])
  })
})
