// Runs all contract suites and the ledger model with crashes on the storage adapter of examples/, as on the project's own
// adapters. examples.test.ts runs the adapter by itself, which kills a process that uses it.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditSource } from '@dropkit/core'
import {
  deliveryQueueContract,
  dropCountsContract,
  durabilityContract,
  idempotencyStoreContract,
  jobQueueContract,
  keyValueStoreContract,
  type LedgerHarness,
  retentionContract,
  runLedgerModel,
  storeContract,
} from '@dropkit/testing'
import { ClassicLevel } from 'classic-level'
import { describe, expect, test, vi } from 'vitest'
import { type LevelStorage, openLevelStorage } from '../examples/key-value-store-adapter.ts'

const makeFolder = () => mkdtemp(join(tmpdir(), 'dropkit-level-'))

async function open(): Promise<LevelStorage> {
  const folder = await makeFolder()
  const storage = await openLevelStorage(folder)
  const close = async () => {
    await storage.close()
    await rm(folder, { recursive: true })
  }
  return { ...storage, close }
}

describe('the key-value store of the examples', () => {
  const runner = { describe, test: (name: string, body: () => Promise<void>) => void test(name, body) }
  storeContract(runner, open)
  jobQueueContract(runner, open)
  keyValueStoreContract(runner, open)
  deliveryQueueContract(runner, open)
  idempotencyStoreContract(runner, open)
  retentionContract(runner, open)
  dropCountsContract(runner, open)
  durabilityContract(
    runner,
    async () => {
      const folder = await makeFolder()
      const storage = await openLevelStorage(folder)
      const close = async () => {
        await storage.close()
        await rm(folder, { recursive: true })
      }
      return { ...storage, folder, close }
    },
    async ({ folder }) => {
      const copy = await makeFolder()
      await cp(folder, copy, { recursive: true, filter: (path) => !path.endsWith('LOCK') })
      const storage = await openLevelStorage(copy)
      const close = async () => {
        await storage.close()
        await rm(copy, { recursive: true })
      }
      return { ...storage, close }
    },
  )

  test('keeps its records through any faults, reopened after each crash', async () => {
    const openHarness = async (): Promise<LedgerHarness> => {
      const folder = await makeFolder()
      let storage: LevelStorage | undefined
      const audit: AuditSource = {
        atOneMoment: (onUnreadable, read) => {
          if (!storage) throw new Error('it is closed')
          return storage.audit.atOneMoment(onUnreadable, read)
        },
      }
      return {
        open: async () => {
          storage = await openLevelStorage(folder)
          return storage
        },
        audit,
        destroy: () => rm(folder, { recursive: true }),
      }
    }
    await runLedgerModel(openHarness, { numRuns: 5 })
  })

  test('separates two folders, and allows one process per folder', async () => {
    const [one, other] = [await open(), await open()]
    await one.keyValues.transact(['name'], () => ({ writes: new Map([['name', 'one']]), result: null }))
    expect(await other.keyValues.get(['name'])).toEqual(new Map())
    await Promise.all([one.close(), other.close()])

    const folder = await makeFolder()
    const storage = await openLevelStorage(folder)
    await expect(openLevelStorage(folder)).rejects.toThrow()
    await storage.close()
    await rm(folder, { recursive: true })
  })

  test('acknowledges no change that the disk has not stored, and accepts no more', async () => {
    const storage = await open()
    const write = (value: string) =>
      storage.keyValues.transact(['name'], () => ({ writes: new Map([['name', value]]), result: value }))
    expect(await write('stored')).toBe('stored')
    const fails = vi.spyOn(ClassicLevel.prototype, 'batch').mockRejectedValue(new Error('the disk is full'))
    const unavailable = { name: 'StoreUnavailable', retryable: false }
    await expect(write('lost')).rejects.toMatchObject(unavailable)
    fails.mockRestore()
    await expect(storage.keyValues.get(['name'])).rejects.toMatchObject(unavailable)
    await expect(write('later')).rejects.toMatchObject(unavailable)
    await expect(storage.close()).rejects.toMatchObject(unavailable)
  })
})
