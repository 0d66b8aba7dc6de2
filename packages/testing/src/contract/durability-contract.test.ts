import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { MemoryRow } from '../memory/memory-rows.ts'
import { createMemoryState } from '../memory/memory-state.ts'
import { createMemoryStore } from '../memory/memory-store.ts'
import { durabilityContract } from './durability-contract.ts'

type Disk = Map<string, MemoryRow>

const nothing = async () => undefined
const memoryOn = (disk: Disk, onRow?: (row: MemoryRow) => void) => {
  const state = createMemoryState({ rows: disk.values(), ...(onRow ? { onRow } : {}) })
  return { ...createMemoryStore({ state }), disk, close: nothing }
}

/** A slow disk, which writes all rows of a write together. */
function slowDisk() {
  const disk: Disk = new Map()
  let writes = 0
  return {
    disk,
    async write(rows: readonly MemoryRow[]) {
      // Long enough for other writes to begin meanwhile, also on a busy machine.
      await pause(5 * ((writes++ % 3) + 1))
      for (const row of rows) {
        const key = `${row.collection} ${row.key}`
        if (row.value === undefined) disk.delete(key)
        else disk.set(key, row)
      }
    },
  }
}

/** Wraps the methods of the store so that their answers wait for `settled`. */
function held<Port extends object>(port: Port, settled: () => Promise<void>): Port {
  const methods = Object.entries(port).map(([name, method]) => [
    name,
    async (...given: readonly unknown[]) => {
      try {
        return await method(...given)
      } finally {
        await settled()
      }
    },
  ])
  return Object.fromEntries(methods)
}

const ADAPTERS = {
  'keeps what it acknowledges': async () => {
    const { disk, write } = slowDisk()
    let noted: MemoryRow[] = []
    const memory = memoryOn(disk, (row) => noted.push(row))
    let written = Promise.resolve()
    const durable = () => {
      written = written.then(() => {
        const rows = noted
        noted = []
        return rows.length === 0 ? undefined : write(rows)
      })
      return written
    }
    return { ...memory, store: held(memory.store, durable) }
  },
  'keeps nothing': async () => memoryOn(new Map()),
  'acknowledges before it writes': async () => {
    const { disk, write } = slowDisk()
    return memoryOn(disk, (row) => void write([row]))
  },
  'forgets what is noted while it writes': async () => {
    const { disk, write } = slowDisk()
    const noted: MemoryRow[] = []
    const memory = memoryOn(disk, (row) => noted.push(row))
    const store = held(memory.store, async () => {
      if (noted.length > 0) await write([...noted])
      noted.length = 0
    })
    return { ...memory, store }
  },
} as const

test.each([
  ['keeps what it acknowledges', true],
  ['keeps nothing', false],
  ['acknowledges before it writes', false],
  ['forgets what is noted while it writes', false],
] as const)('a store that %s passes the contract of durability: %s', async (name, passes) => {
  const bodies: (() => Promise<void>)[] = []
  const runner = {
    describe: (_: string, body: () => void) => body(),
    test: (_: string, body: () => Promise<void>) => void bodies.push(body),
  }
  durabilityContract(runner, ADAPTERS[name], async ({ disk }) => memoryOn(new Map(disk)))
  const failures = []
  for (const body of bodies) await body().catch((fault) => failures.push(fault))
  expect(failures.length === 0).toBe(passes)
})
