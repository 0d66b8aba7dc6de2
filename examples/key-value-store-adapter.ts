// A custom storage adapter on a store of ordered keys: LevelDB, through the npm package classic-level. All rows are held in
// memory, where core's test store answers the queries. This adapter adds durability: nothing is acknowledged before it is
// on the disk, a commit is written completely or not at all, and opening the folder again restores everything. Only one
// process can use a folder, and all data must fit into memory; otherwise use a database.
// test/example-adapter.test.ts runs core's contract suites on it. Run by itself, it kills a process in the middle of its
// claims and checks what is left: node tools/run.mjs examples/key-value-store-adapter.ts
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import {
  type AuditSource,
  auditStore,
  createDropkit,
  idOfClaim,
  messageOf,
  type Ports,
  type Refusal,
  type Result,
  readClaimId,
  type StoreUnavailable,
} from '@dropkit/core'
import {
  createMemoryAudit,
  createMemoryState,
  createMemoryStore,
  createTestPorts,
  type MemoryRow,
  type MemoryStorage,
} from '@dropkit/testing'
import { ClassicLevel } from 'classic-level'

export interface LevelStorage extends Omit<MemoryStorage, 'state'> {
  readonly audit: AuditSource
}

/** Opens a folder, and creates it if it does not exist. Fails if the folder is already open in any process. */
export async function openLevelStorage(folder: string): Promise<LevelStorage> {
  const db: Database = new ClassicLevel(folder, { valueEncoding: 'buffer' })
  await db.open()
  const journal = createJournal(db)
  const state = createMemoryState({ rows: await readRows(db), onRow: journal.note })
  const memory = createMemoryStore({ state })
  return {
    // A listener is only told that there may be new events. Reading them waits until they are durable.
    store: { ...heldUntilDurable(memory.store, journal), onEvents: memory.store.onEvents },
    jobs: heldUntilDurable(memory.jobs, journal),
    keyValues: heldUntilDurable(memory.keyValues, journal),
    deliveries: heldUntilDurable(memory.deliveries, journal),
    idempotency: heldUntilDurable(memory.idempotency, journal),
    retention: heldUntilDurable(memory.retention, journal),
    dropCounts: heldUntilDurable(memory.dropCounts, journal),
    audit: createMemoryAudit(state),
    async close() {
      try {
        await journal.durable()
      } finally {
        await db.close()
      }
    },
  }
}

type Database = ClassicLevel<string, Buffer>

/** The row's key in the database. Names of collections contain no blank. */
const keyOf = ({ collection, key }: Omit<MemoryRow, 'value'>): string => `${collection} ${key}`

async function readRows(db: Database): Promise<readonly MemoryRow[]> {
  const entries = await db.iterator().all()
  return entries.map(([name, bytes]) => {
    const blank = name.indexOf(' ')
    return { collection: name.slice(0, blank), key: name.slice(blank + 1), value: deserialize(bytes) }
  })
}

interface Journal {
  /** Records a row that was written or removed in memory. */
  note(row: MemoryRow): void
  /** Resolves when everything recorded so far is on the disk. If a write fails, this and all later calls reject. */
  durable(): Promise<void>
}

/**
 * Writes the recorded rows in atomic batches. While one batch is being written, all new rows go into the next, so many
 * concurrent commits need few writes. A commit changes the memory within one turn of the event loop, and a batch is formed
 * between two turns, so no commit is split.
 */
function createJournal(db: Database): Journal {
  let noted = new Map<string, MemoryRow>()
  let isWaiting = false
  let latest: Promise<void> = Promise.resolve()

  async function writeAfter(before: Promise<void>): Promise<void> {
    await before
    const rows = [...noted]
    noted = new Map()
    isWaiting = false
    const batch = rows.map(([key, { value }]) =>
      value === undefined
        ? { type: 'del' as const, key }
        : { type: 'put' as const, key, value: serialize(value) },
    )
    // With `sync`, the batch survives a power failure.
    await db.batch(batch, { sync: true }).catch((cause) => {
      throw new LevelUnavailable(cause)
    })
  }

  return {
    note: (row) => void noted.set(keyOf(row), row),
    durable() {
      if (noted.size > 0 && !isWaiting) {
        isWaiting = true
        latest = writeAfter(latest)
      }
      return latest
    },
  }
}

/** A write failed, so the memory contains rows that are not on the disk. Opening the folder again shows the true state. */
class LevelUnavailable extends Error implements StoreUnavailable {
  override readonly name = 'StoreUnavailable'
  readonly retryable = false
  constructor(cause: unknown) {
    super('LevelDB has not taken a write', { cause })
  }
}

/**
 * Wraps a port so that its answers wait until everything they may depend on is on the disk: a change waits for its own
 * rows, a read for rows that others have just written. No caller is told of anything that a crash could undo.
 */
function heldUntilDurable<Port extends object>(port: Port, journal: Journal): Port {
  const methods = Object.entries(port).map(([name, method]) => {
    const held = async (...given: readonly unknown[]): Promise<unknown> => {
      try {
        return await method(...given)
      } finally {
        await journal.durable()
      }
    }
    return [name, held]
  })
  return Object.fromEntries(methods)
}

// The demonstration. A child process makes claims, eight at a time, and reports the acknowledged ones. The parent kills it
// with SIGKILL, opens the folder, and checks that every acknowledged claim is there.

const ACKNOWLEDGED_BEFORE_THE_KILL = 200
const AT_A_TIME = 8

const granted = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(messageOf(result.error))
  return result.value
}

const testPortsOn = (storage: LevelStorage): Ports => ({ ...createTestPorts(), ...storage })

async function takeClaims(folder: string): Promise<void> {
  // The parent has ended.
  process.once('disconnect', () => process.exit(1))
  const dropkit = createDropkit(testPortsOn(await openLevelStorage(folder)))
  const { user } = granted(await dropkit.createLocalUser({ username: 'maria', key: { name: 'first' } }))
  const caller = { user, credential: { kind: 'system' } } as const
  const pepper = { name: 'Pepper', symbol: 'PEPPER', supply: '100000000' }
  const { id: existingTokenId } = granted(await dropkit.createToken(caller, pepper))
  const terms = { type: 'TOKEN', claimType: 'REGULAR', maxAmount: '100000000', tokenAmount: '100' } as const
  const { id: dropId } = granted(
    await dropkit.createDrop(caller, { title: 'Pepper', existingTokenId, ...terms }),
  )
  const claimAndTell = async (first: number): Promise<never> => {
    for (let wallet = first; ; wallet += AT_A_TIME) {
      const userAddress = `0x${wallet.toString(16)}`
      const { claim } = granted(await dropkit.claimDrop(caller, { dropId, userAddress }))
      process.send?.(idOfClaim(claim))
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, (_, n) => claimAndTell(n + 1)))
}

async function killAndLook(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'dropkit-level-'))
  const acknowledged = await killInTheMiddle(folder)
  const storage = await openLevelStorage(folder)
  const places = acknowledged.flatMap((id) => readClaimId(id) ?? [])
  const found = await storage.store.claims(places)
  const { secrets, hashes, clock } = testPortsOn(storage)
  const report = (difference: unknown) => console.log('found by the audit:', difference)
  const audited = await auditStore(storage.audit, { secrets, hashes, now: clock.now(), report })
  console.log(
    `${acknowledged.length} claims were acknowledged before the kill; ${found.size} of them are there.`,
  )
  console.log(`The audit of all ${audited.claims} claims found ${audited.differences} differences.`)
  await storage.close()
  await rm(folder, { recursive: true })
  if (found.size < acknowledged.length || audited.differences > 0) process.exitCode = 1
}

/** Returns the claims that the child has acknowledged. */
async function killInTheMiddle(folder: string): Promise<readonly string[]> {
  const acknowledged: string[] = []
  const child = fork(import.meta.filename, ['take-claims', folder])
  child.on('message', (claimId) => {
    acknowledged.push(String(claimId))
    if (acknowledged.length === ACKNOWLEDGED_BEFORE_THE_KILL) child.kill('SIGKILL')
  })
  const [code, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') throw new Error(`the child has ended by itself, with ${code}`)
  return [...acknowledged]
}

if (import.meta.main) {
  const [, , task, folder = ''] = process.argv
  if (task === 'take-claims') await takeClaims(folder)
  else await killAndLook()
}
