import {
  type Address,
  type AuditSource,
  auditStore,
  type Caller,
  type Chain,
  createDropkit,
  DEFAULT_SETTINGS,
  type Difference,
  type DropId,
  type Dropkit,
  type Instant,
  type JobQueue,
  type Ports,
  type Store,
} from '@dropkit/core'
import { assertEqual, fail } from '../assert.ts'
import { openTransactionsOf } from '../contract/store-changes.ts'
import { createTestPorts, type TestPorts } from '../doubles/test-ports.ts'
import type { MemoryChain } from '../memory-chain/memory-chain.ts'
import { type CrashPlan, createCrashSwitch } from './crashing-ports.ts'
import type { LedgerModel } from './ledger-model.ts'

/** The storage that a process has opened. */
export interface LedgerStorage {
  readonly store: Store
  readonly jobs: JobQueue
  /** Closes it. Committed data stays. */
  close(): Promise<void>
}

/** Stores a ledger across the processes that use it. */
export interface LedgerHarness {
  /** Opens the storage: empty the first time, later with all committed data. */
  open(): Promise<LedgerStorage>
  /** Reads the stored data without a process. If undefined, nothing is audited. */
  readonly audit?: AuditSource
  /** Deletes the storage. Everything is closed before. */
  destroy(): Promise<void>
}

/** Creates a separate empty store for one run. */
export type LedgerHarnessFactory = () => Promise<LedgerHarness>

/** Successive processes on one storage, with a chain that outlives them and a controlled clock. */
export interface LedgerSystem {
  /** The use cases of the current process. */
  readonly dropkit: Dropkit
  /** The same storage, to read it without the process. */
  readonly store: Store
  readonly clock: TestPorts['clock']
  readonly chain: MemoryChain
  readonly caller: Caller
  readonly tokenId: string
  readonly voucherLifetimeMs: number
  /** The chain's clock, which is a little behind. */
  chainNow(): Instant
  /** Runs `happen` after the chain has answered for a vault's vouchers and before the service uses the answer. */
  planMeanwhile(happen: ((vault: Address) => Promise<void>) | null): void
  readonly hasCrashed: boolean
  /** Makes the process crash at a future commit. Null cancels that. */
  planCrash(plan: CrashPlan | null): void
  /** The fates of the next transactions, one each. Later transactions are accepted. */
  planFates(fates: readonly ('lost' | 'taken_unanswered')[]): void
  /** Throws if the stored data is not consistent. */
  audit(): Promise<void>
  /** Ends the process in any state, and starts another one. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Two ticks: the chain still pays a voucher that the service considers expired. */
const CHAIN_LAG_MS = 6_000

const STORE_COMMITS = ['changeDrop', 'changeToken', 'changeUser', 'changeApiKey', 'create'] as const
const QUEUE_COMMITS = ['request', 'finish'] as const

/** Starts the core on a harness's store. */
export async function startLedgerSystem(harness: LedgerHarness): Promise<LedgerSystem> {
  const fates: ('lost' | 'taken_unanswered')[] = []
  // Everything except the storage outlives a process: ids, seeds and the chain continue.
  const world = createTestPorts({
    chainLagMs: CHAIN_LAG_MS,
    chain: { onSubmit: () => fates.shift() ?? 'taken', maxVouchersPerTransaction: 4 },
  })
  let meanwhile: ((vault: Address) => Promise<void>) | null = null
  const chain: Chain = {
    ...world.chain,
    async usedNonces(vault, nonces) {
      const answer = await world.chain.usedNonces(vault, nonces)
      const happen = meanwhile
      meanwhile = null
      await happen?.(vault)
      return answer
    },
  }
  let storage = await harness.open()
  let { dropkit, crash } = await boot()
  const { caller, tokenId } = await furnish(dropkit)

  async function boot() {
    const crashSwitch = createCrashSwitch()
    const ports: Ports = {
      ...world,
      store: crashSwitch.guard(storage.store, STORE_COMMITS),
      jobs: crashSwitch.guard(storage.jobs, QUEUE_COMMITS),
      chain: crashSwitch.guard(chain),
    }
    // Small batches, so that a few claims need several of them.
    const started = createDropkit(ports, { maxClaimsPerBatch: 3 })
    await started.requestStandingJobs()
    return { dropkit: started, crash: crashSwitch }
  }

  return {
    get dropkit() {
      return dropkit
    },
    get store() {
      return storage.store
    },
    get hasCrashed() {
      return crash.hasCrashed
    },
    clock: world.clock,
    chain: world.memoryChain,
    caller,
    tokenId,
    voucherLifetimeMs: DEFAULT_SETTINGS.voucherLifetimeMs,
    chainNow: () => world.clock.now() - CHAIN_LAG_MS,
    planMeanwhile(happen) {
      meanwhile = happen
    },
    planCrash: (plan) => crash.plan(plan),
    planFates(next) {
      fates.splice(0, fates.length, ...next)
    },
    async audit() {
      if (harness.audit) await assertAuditFindsNothing(harness.audit, world)
    },
    async restart() {
      await storage.close()
      storage = await harness.open()
      ;({ dropkit, crash } = await boot())
    },
    async close() {
      await storage.close()
      await harness.destroy()
    },
  }
}

async function furnish(dropkit: Dropkit) {
  const user = await dropkit.createLocalUser({ username: 'creator', key: { name: 'first' } })
  if (!user.ok) fail(`no user: ${user.error.kind}`)
  const credential = { kind: 'api_key', id: user.value.apiKey.id } as const
  const caller: Caller = { user: user.value.user, credential }
  const token = await dropkit.createToken(caller, { name: 'Token', symbol: 'T', supply: '1000000' })
  if (!token.ok) fail(`no token: ${token.error.kind}`)
  return { caller, tokenId: token.value.id }
}

/**
 * Time advances only in multiples of this, so that no claim is ever between its expiry and the end of the margin after it.
 */
export const TICK_MS = 3_000
const LEASE_TICKS = 11
const MOST_ROUNDS = 100

/** Runs the background work until it has nothing left to do at this instant. */
export async function runUntilQuiet({ dropkit }: LedgerSystem): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) if ((await dropkit.runDueJobs()) === 0) return
  fail('the background work does not come to an end')
}

/** Continues until everything possible has ended: no open transactions, no undelivered claims, no unopened vaults. */
export async function runUntilSettled(model: LedgerModel, system: LedgerSystem): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    system.clock.advance(TICK_MS)
    await runUntilQuiet(system)
    if (await isSettled(model, system)) return
  }
  fail('the background work never settles')
}

async function isSettled({ drops }: LedgerModel, { store, chain, chainNow }: LedgerSystem): Promise<boolean> {
  for (const { id, claims } of drops) {
    const dropId = id as DropId
    const drop = await store.dropForSettlement(dropId)
    if (drop?.vault.kind === 'none' && drop.deletedAt === null) return false
    if ((await openTransactionsOf(store, dropId)).length > 0) return false
    if ((await store.nextTransferAt(dropId)) !== null) return false
    if ((await store.undeliveredClaims(dropId, 1)).length > 0) return false
    const out = await store.expiredVouchers(dropId, chainNow(), 200)
    if (out.some(({ sequence }) => claims[sequence - 1]?.takenBy === null)) return false
    const vault = drop && drop.vault.kind !== 'none' ? drop.vault.objectId : null
    const paid = chain.state.claims.filter(({ dropObjectId }) => dropObjectId === vault)
    const seen = await store.claims(paid.map(({ nonce }) => ({ dropId, sequence: nonce })))
    if ([...seen.values()].some(({ state }) => state.kind !== 'CONFIRMED')) return false
  }
  return true
}

/** Starts another process after a crash, when the leases of the crashed one have expired. */
export async function restartAfterCrash(system: LedgerSystem): Promise<void> {
  await system.restart()
  system.clock.advance(LEASE_TICKS * TICK_MS)
}

/** All differences that an audit finds, including recomputed draws. */
export async function differencesIn(
  source: AuditSource,
  { secrets, hashes, clock }: Pick<Ports, 'secrets' | 'hashes' | 'clock'>,
): Promise<readonly Difference[]> {
  const differences: Difference[] = []
  await auditStore(source, {
    secrets,
    hashes,
    now: clock.now(),
    report: (difference) => differences.push(difference),
  })
  return differences
}

/** Asserts that all stored data is consistent. */
export async function assertAuditFindsNothing(
  source: AuditSource,
  ports: Parameters<typeof differencesIn>[1],
): Promise<void> {
  assertEqual(await differencesIn(source, ports), [], 'what an audit finds')
}
