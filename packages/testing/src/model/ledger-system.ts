import {
  type Address,
  type AuditSource,
  type Caller,
  type Chain,
  createDropkit,
  DEFAULT_SETTINGS,
  type Dropkit,
  type Instant,
  type JobQueue,
  type Ports,
  type Store,
} from '@dropkit/core'
import { fail } from '../assert.ts'
import { createTestPorts, type TestPorts } from '../doubles/test-ports.ts'
import type { MemoryChain } from '../memory-chain/memory-chain.ts'
import { assertAuditFindsNothing } from './audit-check.ts'
import { type CrashPlan, createCrashSwitch } from './crashing-ports.ts'

/** What a process has open of the storage. */
export interface LedgerStorage {
  readonly store: Store
  readonly jobs: JobQueue
  /** Lets go of it; what was committed stays. */
  close(): Promise<void>
}

/** Where a ledger is kept while processes come and go. */
export interface LedgerHarness {
  /** Opens the storage: empty the first time, later with all that was committed before. */
  open(): Promise<LedgerStorage>
  /** Reads what is kept, past every process; where there is none, nothing is audited. */
  readonly audit?: AuditSource
  /** Removes it for good; everything is closed by then. */
  destroy(): Promise<void>
}

/** Opens an empty store of one's own for one run. */
export type LedgerHarnessFactory = () => Promise<LedgerHarness>

/** One process after another on a storage, a chain that outlives them, and a clock that is told the time. */
export interface LedgerSystem {
  /** The use cases of the process that runs now. */
  readonly dropkit: Dropkit
  /** The same storage past the process, for looking. */
  readonly store: Store
  readonly clock: TestPorts['clock']
  readonly chain: MemoryChain
  readonly caller: Caller
  readonly tokenId: string
  readonly voucherLifetimeMs: number
  /** The chain's own time, which is a little behind. */
  chainNow(): Instant
  /** What happens just when the chain has been asked about a vault's vouchers, before anybody acts on its answer. */
  planMeanwhile(happen: ((vault: Address) => Promise<void>) | null): void
  readonly hasCrashed: boolean
  /** Lets the process die at a commit to come, or calls that off. */
  planCrash(plan: CrashPlan | null): void
  /** What becomes of the next transactions that are sent, one each; afterwards all are taken. */
  planFates(fates: readonly ('lost' | 'taken_unanswered')[]): void
  /** Fails when what is kept does not follow from the rest of it. */
  audit(): Promise<void>
  /** Ends the process, however it is, and starts another. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** Two ticks: the chain pays a voucher that the service takes for expired already. */
const CHAIN_LAG_MS = 6_000

const STORE_COMMITS = ['changeDrop', 'changeToken', 'changeUser', 'changeApiKey', 'create'] as const
const QUEUE_COMMITS = ['request', 'finish'] as const

/** Starts the core on a harness's store. */
export async function startLedgerSystem(harness: LedgerHarness): Promise<LedgerSystem> {
  const fates: ('lost' | 'taken_unanswered')[] = []
  // Everything but the storage outlives a process: ids, seeds and the chain go on where they were.
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
    // Small batches, so that a handful of claims takes several.
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
