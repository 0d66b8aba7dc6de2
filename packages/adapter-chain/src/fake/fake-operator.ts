import {
  type Chain,
  type Clock,
  err,
  type Instant,
  type Log,
  type OperatorAction,
  ok,
  type SignedTransaction,
  type Submission,
  type TransactionOutcome,
} from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { vaultOf } from '../move-types.ts'
import type { Ledger, LedgerRule } from './ledger.ts'
import {
  abortText,
  abortWith,
  decodeRecord,
  digestOf,
  encodeRecord,
  failureOf,
  isDigest,
  nominalGasOf,
  OPERATOR_ADDRESS,
  TREASURY_ADDRESS,
} from './ledger-records.ts'
import { ruleOf, vaultIdsOf } from './operator-rules.ts'

interface OperatorPayload {
  readonly action: OperatorAction
  readonly expiresAt: Instant
  /** Distinguishes two transactions with the same action. */
  readonly sequence: number
}

const digestOfBytes = (bytes: string): string => digestOf('operator', bytes)

/** On this chain, the bytes are the action as JSON in base64. Only the service sends them. */
function encodeOperatorTransaction(payload: OperatorPayload): SignedTransaction {
  const bytes = Buffer.from(encodeRecord(payload)).toString('base64')
  return { bytes, digest: digestOfBytes(bytes), expiresAt: payload.expiresAt }
}

function decodeOperatorTransaction({ bytes, digest, expiresAt }: SignedTransaction): OperatorPayload {
  invariant(digest === digestOfBytes(bytes), `the bytes are those of ${digest}`)
  const payload = decodeRecord<OperatorPayload>(Buffer.from(bytes, 'base64').toString())
  invariant(payload.expiresAt === expiresAt, `${digest} ends when its bytes say`)
  return payload
}

/** How long a prepared transaction may be sent. */
const LIFETIME_MS = 60_000

export interface FakeOperatorParts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly mintsDeposits: boolean
  readonly log?: Log | undefined
}

/** The transactions that the service signs with its own key, for while the chain can be reached. */
export interface FakeOperator {
  prepare: Chain['prepare']
  submit(transaction: SignedTransaction): Promise<Submission>
  outcome(txHash: string): Promise<TransactionOutcome>
}

export function createFakeOperator({ ledger, clock, mintsDeposits, log }: FakeOperatorParts): FakeOperator {
  async function ruleFor(action: OperatorAction, digest: string): Promise<LedgerRule> {
    const vaultIds = vaultIdsOf(action)
    const vaults = await ledger.readVaults(vaultIds)
    const missing = vaultIds.find((vaultId) => !vaults.has(vaultId))
    if (missing !== undefined) {
      return { keys: [], vaultIds: [], apply: () => abortWith('ENoVault', `there is no vault ${missing}`) }
    }
    return ruleOf(action, { digest, mintsDeposits, vaults })
  }

  return {
    async prepare(action) {
      const sequence = await ledger.nextSequence(subjectOf(action))
      const expiresAt: Instant = clock.now() + LIFETIME_MS
      const signed = encodeOperatorTransaction({ action, expiresAt, sequence })
      const transaction = { ...signed, gas: nominalGasOf(action) }
      // A batch of vouchers is only checked when it is sent. The caller finds a bad voucher by halving the batch.
      if (action.kind === 'deliver_claims') return ok(transaction)
      const tried = await ledger.tryOut(await ruleFor(action, transaction.digest))
      if (tried.ok) return ok(transaction)
      return err({ kind: 'not_possible', ...failureOf(tried.error) })
    },

    async submit(transaction) {
      const { action, expiresAt } = decodeOperatorTransaction(transaction)
      const { digest } = transaction
      const rule = await ruleFor(action, digest)
      const sender = action.kind === 'pay' ? TREASURY_ADDRESS : OPERATOR_ADDRESS
      const ran = await ledger.run({ digest, sender, expiresAt, ...rule })
      if (ran.kind !== 'succeeded') {
        const reason = ran.kind === 'failed' ? abortText(ran.abort) : 'sent after its expiry'
        log?.warn('a transaction of the service took no effect', { action: action.kind, digest, reason })
      }
      return 'sent'
    },

    async outcome(txHash) {
      if (!isDigest(txHash)) return { kind: 'absent', chainTime: clock.now() }
      const found = await ledger.find(txHash)
      if (found.kind !== 'failed') return found
      const { abort, at } = found
      return { kind: 'failed', ...failureOf(abort), at }
    },
  }
}

/**
 * The subject whose counter numbers the transaction. There are few subjects, and they are separate, so that unrelated
 * transactions do not wait for each other.
 */
function subjectOf(action: OperatorAction): string {
  if (action.kind === 'open_vault') return action.dropId
  if (action.kind === 'pay') return action.to
  return vaultOf(action) ?? OPERATOR_ADDRESS
}
