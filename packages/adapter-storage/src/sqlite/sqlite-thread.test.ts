import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Change, Drop, DropState, Store } from '@dropkit/core'
import { putDrop, sampleAddress, sampleClaim, sampleDrop, sampleEvent } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import {
  onDatabase,
  pathOf,
  preparedSqliteDatabase,
  startOtherWriter,
  withStorage,
} from '../../test/databases.ts'
import type { Load } from '../database.ts'
import { openSqlStorage } from '../open-sql-storage.ts'
import { StoreUnavailable } from '../store-unavailable.ts'
import { openConnection } from './sqlite-connection.ts'
import { createWritingThread } from './sqlite-thread.ts'

const walletsOf = (count: number): Address[] =>
  Array.from({ length: count }, (_, place) => sampleAddress(0x9000 + place))

/** Enough wallets for the writing thread to be used, and few enough for it not to be used. */
const MANY = walletsOf(100)
const FEW = walletsOf(1)

const changing = <T>(
  store: Store,
  drop: Drop,
  wallets: readonly Address[],
  decide: (dropState: DropState | null) => Change<T>,
) => store.changeDrop(drop.id, { wallets }, decide)

describe('large changes on SQLite', () => {
  test('are committed in order with small ones, each seeing the earlier ones', () =>
    withStorage(preparedSqliteDatabase, async ({ store }) => {
      const { drop } = await putDrop(store)
      const seen: (number | undefined)[] = []
      const claim = (wallets: readonly Address[]) =>
        changing(store, drop, wallets, (dropState) => {
          seen.push(dropState?.drop.tally.lastSequence)
          const before = dropState?.drop ?? drop
          const sequence = before.tally.lastSequence + 1
          return {
            insert: { claims: [sampleClaim(drop, sequence)] },
            update: { drops: [{ ...before, tally: { ...before.tally, lastSequence: sequence } }] },
            events: [sampleEvent(drop)],
            result: sequence,
          }
        })
      const outcomes = await Promise.all([MANY, FEW, FEW, MANY, MANY, FEW].map(claim))
      expect(outcomes).toEqual([1, 2, 3, 4, 5, 6].map((value) => ({ ok: true, value })))
      expect(seen).toEqual([0, 1, 2, 3, 4, 5])
      const claims = await store.listClaims({ dropId: drop.id }, { limit: 10 })
      expect(claims.map(({ sequence }) => sequence)).toEqual([6, 5, 4, 3, 2, 1])
      expect((await store.events({ since: 0, limit: 10 })).map(({ position }) => position)).toHaveLength(6)
    }))

  test.each([
    ['small', FEW],
    ['large', MANY],
  ])('fail alone and as they are when %s', (_, wallets) =>
    withStorage(preparedSqliteDatabase, async ({ store }) => {
      const { token, drop } = await putDrop(store)
      const failing = new Error('decided against')
      const lease = { userId: drop.creatorId, key: 'never begun', fence: 1 }
      const outcomes = await Promise.allSettled([
        changing(store, drop, wallets, () => {
          throw failing
        }),
        changing(store, drop, wallets, () => ({
          insert: {
            claims: [sampleClaim(drop, 1)],
            drops: [sampleDrop(token, 9, { shortcode: drop.shortcode })],
          },
          result: null,
        })),
        changing(store, drop, wallets, () => ({
          insert: { claims: [sampleClaim(drop, 1)] },
          idempotency: [{ lease, effect: { kind: 'claim', id: 'claim' } }],
          result: null,
        })),
        changing(store, drop, wallets, () => ({
          insert: { claims: [sampleClaim(drop, 1), sampleClaim(drop, 1)] },
          result: null,
        })),
        changing(store, drop, wallets, () => ({
          insert: { claims: [sampleClaim(drop, 2)] },
          result: 'made',
        })),
      ])
      expect(outcomes).toMatchObject([
        { status: 'rejected', reason: failing },
        { status: 'fulfilled', value: { ok: false, error: { field: 'shortcode' } } },
        { status: 'rejected', reason: { name: 'LeaseLost' } },
        { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_UNIQUE' } },
        { status: 'fulfilled', value: { ok: true, value: 'made' } },
      ])
      const claims = await store.listClaims({ dropId: drop.id }, { limit: 10 })
      expect(claims.map(({ sequence }) => sequence)).toEqual([2])
    }),
  )

  test('are finished before a close, and still there afterwards', () =>
    onDatabase(preparedSqliteDatabase, async ({ url, open }) => {
      const { store, close } = await open()
      const { drop } = await putDrop(store)
      const made = changing(store, drop, MANY, () => ({
        insert: { claims: [sampleClaim(drop, 1)] },
        result: 'made',
      }))
      await close()
      expect(await made).toEqual({ ok: true, value: 'made' })
      const again = await openSqlStorage({ url })
      expect(await again.store.listClaims({ dropId: drop.id }, { limit: 10 })).toHaveLength(1)
      await again.close()
    }))

  test('wait for another process that writes', () =>
    onDatabase(preparedSqliteDatabase, async (own) => {
      const { store, close } = await own.open()
      const { drop } = await putDrop(store)
      await startOtherWriter(pathOf(own.url), "update drops set title = 'by another'", 300)
      const seen = await changing(store, drop, MANY, (dropState) => ({ result: dropState?.drop.title }))
      expect(seen).toEqual({ ok: true, value: 'by another' })
      await close()
    }))
})

describe('the thread that writes', () => {
  const dying = (when: string) =>
    new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads'
        parentPort.on('message', ({ kind }) => {
          if (kind === '${when}') throw new Error('out of order')
          parentPort.postMessage({ kind: 'done' })
        })`)}`,
    )
  const reading = (text: string) => ({ name: text, text, order: null, isPlannedAnew: false })
  const unavailable = expect.objectContaining({ name: 'StoreUnavailable', retryable: true })

  test('fails the current callers with `StoreUnavailable` if it dies, and is started again', async () => {
    const thread = createWritingThread('nowhere', undefined, dying('commit'))
    for (let round = 0; round < 2; round++) {
      await thread.lock([])
      await expect(thread.commit([])).rejects.toEqual(unavailable)
    }
    await thread.close()
  })

  test('leaves nothing behind when it dies between the writes of a change', async () => {
    const thread = createWritingThread('nowhere', undefined, dying('write'))
    await thread.lock([])
    const statement = { name: null, text: 'select 1', order: null, isPlannedAnew: false }
    const write = { statement, shared: [], rows: [], mustMatch: false }
    await expect(thread.commit([write, write], true)).rejects.toEqual(unavailable)
    await thread.close()
  })

  test('reads the rows that a connection reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dropkit-thread-'))
    const path = join(folder, 'rows.db')
    const connection = openConnection(path, { readonly: false })
    connection.raw.exec(`create table things (kind text, name text, size integer);
      insert into things values ('a', 'one', 1), ('a', 'two', null), ('b', 'three', 3)`)
    const ofKind = 'select name, size from things where kind = ? order by name'
    const each = { statement: reading(ofKind), shared: [] }
    const loads: readonly Load[] = [
      { statement: reading(ofKind), values: ['a'] },
      { statement: reading(ofKind), values: ['none'] },
      { ...each, parents: [['b'], ['none'], ['a']] },
      { ...each, parents: [] },
      {
        ...each,
        parents: [['none'], ['b']],
        nonEmpty: reading('select 1 from things where kind = ? limit 1'),
      },
    ]
    const thread = createWritingThread(path)
    expect(await thread.lock(loads)).toEqual(loads.map(connection.all))
    expect(connection.all(loads[2] as Load)).toEqual([
      { name: 'three', size: 3, parent_place: 1 },
      { name: 'one', size: 1, parent_place: 3 },
      { name: 'two', size: null, parent_place: 3 },
    ])
    await thread.unlock()
    await thread.close()
    connection.raw.close()
    rmSync(folder, { recursive: true })
  })

  test('never commits without the lock that the change was decided under', async () => {
    const thread = createWritingThread('nowhere', undefined, dying('unlock'))
    await thread.lock([])
    await expect(thread.unlock()).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(thread.commit([])).rejects.toEqual(unavailable)
    await thread.close()
  })
})
