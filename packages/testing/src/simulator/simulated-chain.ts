import {
  type Address,
  amountOf,
  type Chain,
  type ChainAnswer,
  err,
  type Instant,
  ok,
  type VaultState,
  type VoucherKey,
  type VoucherSigner,
} from '@dropkit/core'
import { bytesOfHex, hexOfBytes } from '@dropkit/core/internal'
import { toBase64, transparentSecrets } from '../doubles/test-cryptography.ts'
import { createMemoryChain, type MemoryChain } from '../memory-chain/memory-chain.ts'
import { balanceOf, type Ledger, stateOf } from '../memory-chain/memory-ledger.ts'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'
import type { Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'

export interface SimulatedChain extends MemoryChain {
  /** The chain's own time, slightly behind. */
  now(): number
  /** From now on this share of the reads is answered by a node that stands still. 0: every node is up to date. */
  setLag(share: number): void
  /** From now on no delivery that contains this wallet succeeds. */
  refuseDeliveriesTo(wallet: Address): void
}

interface ChainParts {
  readonly timeline: Timeline
  readonly trace: Trace
  readonly faults: Faults
  readonly chance: Chance
}

/** How long after sending a transaction may take effect, unless it has expired. */
const LATEST_INCLUSION_MS = 50_000

/** A chain without forks and with delays: a transaction may take effect later or never. */
export function createSimulatedChain({ timeline, trace, faults, chance }: ChainParts): SimulatedChain {
  const lagMs = chance.pick([0, 500, 3_000])
  const now = () => timeline.now - lagMs
  const memory = createMemoryChain({
    clock: { now },
    verify: verifyMark,
    opensVaultsAtOnce: chance.happens(0.7),
    maxVouchersPerTransaction: chance.pick([1, 4, 50]),
    transactionLifetimeMs: 60_000,
  })
  let refused: Address | null = null
  const nodes = createLaggingReads({ memory, now, chance: chance.fork('nodes') })
  const chain: Chain = {
    ...memory.chain,
    ...nodes.reads,
    async prepare(action) {
      if (action.kind === 'deliver_claims' && action.vouchers.some(({ claimer }) => claimer === refused)) {
        trace.note('chain', 'refuses a delivery')
        return err({ kind: 'not_possible', reason: 'refused', isFinal: true })
      }
      const prepared = await memory.chain.prepare(action)
      if (!prepared.ok && prepared.error.kind === 'not_possible')
        trace.note('chain', `refuses to ${action.kind}`)
      return prepared
    },
    async submit(transaction) {
      const fate = faults.fateOfSubmission()
      if (fate === 'taken') return memory.chain.submit(transaction)
      const digest = transaction.digest.slice(0, 8)
      if (fate === 'lost') trace.note('chain', `${digest} is lost`)
      else {
        const delayMs = chance.between(100, LATEST_INCLUSION_MS)
        timeline.after(delayMs, () => {
          trace.note('chain', `${digest} is taken late`)
          void memory.chain.submit(transaction)
        })
      }
      return ok('sent')
    },
  }
  const refuseDeliveriesTo = (wallet: Address) => {
    refused = wallet
  }
  return { ...memory, chain, now, setLag: nodes.setLag, refuseDeliveriesTo }
}

const PREFIX = 'suiprivkey1'
const purposeOf = (dropId: string) => `voucher key of ${dropId}`

/** Verifies a signature of `createQuickSigner`. */
const verifyMark = (publicKey: string, message: Uint8Array, signature: string): boolean =>
  markOf(publicKey, message) === signature

/** Signs with the private key of a public key, as a thief would. */
export const signMark = (publicKey: string, message: Uint8Array): string => markOf(publicKey, message)

/** Signs quickly and without security, because real signatures would slow a simulation down. */
export function createQuickSigner(chance: Chance): VoucherSigner {
  const keyFrom = (dropId: string, bytes: Uint8Array): VoucherKey => ({
    publicKey: toBase64(bytes),
    privateKey: transparentSecrets.seal(bytes, purposeOf(dropId)),
  })
  return {
    generate: (dropId) => keyFrom(dropId, chance.bytes(32)),
    import(dropId, text) {
      const bytes = text.startsWith(PREFIX) ? bytesOfHex(text.slice(PREFIX.length)) : undefined
      return bytes?.length === 32 ? keyFrom(dropId, bytes) : undefined
    },
    export: (dropId, key) => PREFIX + hexOfBytes(transparentSecrets.open(key.privateKey, purposeOf(dropId))),
    sign: async (_dropId, key, bytes) => markOf(key.publicKey, bytes),
  }
}

/** 64 bytes in base64 that depend on the key and the message. */
function markOf(publicKey: string, message: Uint8Array): string {
  let [one, other] = [0x811c_9dc5, 0x01a4_7f3d]
  for (let at = 0; at < publicKey.length; at++) one = Math.imul(one ^ publicKey.charCodeAt(at), 0x0100_0193)
  for (const byte of message) {
    one = Math.imul(one ^ byte, 0x0100_0193)
    other = Math.imul(other ^ byte ^ (one >>> 16), 0x0100_01b3)
  }
  const words = Uint32Array.from({ length: 16 }, (_, place) => Math.imul(one + place, other | 1))
  return toBase64(new Uint8Array(words.buffer))
}

/** The state of the chain at a time. The ledger never changes, because each transaction replaces it. */
interface Snapshot {
  readonly at: Instant
  readonly ledger: Ledger
  readonly digests: ReadonlySet<string>
  readonly claims: number
  readonly payments: number
}

interface LaggingReadsParts {
  readonly memory: MemoryChain
  readonly now: () => Instant
  readonly chance: Chance
}

type Reads = Pick<
  Chain,
  'vaults' | 'usedNonces' | 'claimsAfter' | 'paymentsAfter' | 'paymentsFrom' | 'balances' | 'outcome'
>

/** A chain of several nodes behind one address. One of them may stand still, and answers some of the reads. */
function createLaggingReads({ memory, now, chance }: LaggingReadsParts): {
  readonly reads: Reads
  setLag(share: number): void
} {
  const { state, chain } = memory
  let still: { readonly snapshot: Snapshot; readonly share: number } | null = null

  function setLag(share: number): void {
    const { ledger, outcomes, claims, payments } = state
    const snapshot = {
      at: now(),
      ledger,
      digests: new Set(outcomes.keys()),
      claims: claims.length,
      payments: payments.length,
    }
    still = share === 0 ? null : { snapshot, share }
  }

  async function answer<T>(
    fresh: Promise<ChainAnswer<T>>,
    before: (snapshot: Snapshot) => T,
  ): Promise<ChainAnswer<T>> {
    const asked = still !== null && chance.happens(still.share) ? still.snapshot : null
    const answered = await fresh
    return answered.ok && asked !== null ? ok(before(asked)) : answered
  }

  const after = <T>(list: readonly T[], cursor: string | null, limit: number, end: number) => {
    const from = cursor === null ? 0 : Number(cursor)
    const items = list.slice(from, Math.min(from + limit, end))
    const next = from + items.length
    return { items, next, cursor: next > 0 ? String(next) : cursor }
  }

  const reads: Reads = {
    vaults: (ids, options) =>
      answer(chain.vaults(ids, options), ({ ledger }) => {
        const open = ids.flatMap((id): [Address, VaultState][] => {
          const vault = ledger.vaults.get(id)
          return vault === undefined || vault.isClosed ? [] : [[id, stateOf(vault)]]
        })
        return new Map(open)
      }),
    usedNonces: (id, nonces) =>
      answer(chain.usedNonces(id, nonces), ({ ledger, at }) => {
        const vault = ledger.vaults.get(id)
        const isGone = vault === undefined || vault.isClosed
        const used = isGone && nonces.length > 0 ? null : new Set(nonces.filter((n) => vault?.used.has(n)))
        return { chainTime: at, used, vault: isGone ? null : stateOf(vault) }
      }),
    claimsAfter: (cursor, limit, options) =>
      answer(chain.claimsAfter(cursor, limit, options), ({ claims: end, at }) => {
        const page = after(state.claims, cursor, limit, end)
        return { claims: page.items, cursor: page.cursor, completeUntil: page.next >= end ? at : null }
      }),
    paymentsAfter: (cursor, limit) =>
      answer(chain.paymentsAfter(cursor, limit), ({ payments: end }) => {
        const page = after(state.payments, cursor, limit, end)
        return { payments: page.items, cursor: page.cursor }
      }),
    paymentsFrom: (sender, limit) =>
      answer(chain.paymentsFrom(sender, limit), ({ payments: end }) =>
        state.payments
          .slice(0, end)
          .filter(({ from }) => from === sender)
          .toReversed()
          .slice(0, limit),
      ),
    balances: (coinType, owners) =>
      answer(
        chain.balances(coinType, owners),
        ({ ledger }) => new Map(owners.map((owner) => [owner, amountOf(balanceOf(ledger, coinType, owner))])),
      ),
    outcome: (digest, options) =>
      answer(chain.outcome(digest, options), ({ digests, at }) => {
        const known = digests.has(digest) ? state.outcomes.get(digest) : undefined
        return known ?? { kind: 'absent', chainTime: at }
      }),
  }
  return { reads, setLag }
}
