import {
  type Address,
  type Amount,
  amountOf,
  type Chain,
  type ChainUnavailable,
  type Clock,
  err,
  type Instant,
  type OperatorAction,
  ok,
  parseAddress,
  type Result,
  type SignedTransaction,
  type SignedVoucher,
  type Submission,
  type TransactionOutcome,
  type VaultState,
} from '@dropkit/core'
import { utf8 } from '@dropkit/core/internal'
import { fromBase64, toBase64 } from '../doubles/test-cryptography.ts'
import {
  addressFor,
  balanceOf,
  createMemoryChainState,
  credit,
  digestOf,
  draftOf,
  isFinal,
  MEMORY_OPERATOR,
  MEMORY_TREASURY,
  type MemoryChainState,
  memoryVoucherBytes,
  mint,
  NO_EFFECTS,
  noteCoin,
  objectsOf,
  readMove,
  setDenied,
  stateOf,
  writeMove,
} from './memory-ledger.ts'
import { type MoveRules, makeMove, type OwnCoin, type TransferMove, type WalletMove } from './memory-moves.ts'

/** Differences from the default memory chain. */
export interface MemoryChainOptions {
  readonly clock: Clock
  /** Verifies a signature (base64) over the bytes with a public key (base64). */
  readonly verify: (publicKey: string, bytes: Uint8Array, signature: string) => boolean
  readonly state?: MemoryChainState
  readonly opensVaultsAtOnce?: boolean
  readonly maxVouchersPerTransaction?: number
  /** The networks on which payments are watched. Default: any. */
  readonly paymentMethods?: readonly string[]
  /** How long a signed transaction may be sent, in milliseconds. */
  readonly transactionLifetimeMs?: number
  /** Decides the fate of a sent transaction: accepted, lost, accepted without an answer, or rejected for good. */
  readonly onSubmit?: (transaction: SignedTransaction) => 'taken' | 'lost' | 'taken_unanswered' | 'impossible'
}

/** The result of a transaction. */
export type Executed =
  | { readonly kind: 'succeeded'; readonly txHash: string }
  | { readonly kind: 'failed'; readonly txHash: string; readonly reason: string }

/** Actions of wallets on the chain. They work during an outage, which affects only the service. */
export interface MemoryWallet {
  /** Mints coins for an owner. */
  faucet(owner: Address, coinType: string, amount: Amount): void
  mintObject(owner: Address, type: string): void
  /** Forbids the owner to receive the coin, or allows it again. */
  deny(owner: Address, coinType: string, isDenied?: boolean): void
  /** Publishes a coin that belongs to no token. */
  publish(sender: Address, coin: OwnCoin): Executed
  claim(voucher: SignedVoucher): Executed
  transfer(from: Address, to: Address, coinType: string, amount: Amount, memo?: string | null): Executed
  /** Makes several transfers in one transaction. */
  transferAll(from: Address, transfers: readonly TransferMove[]): Executed
  /** Signs and sends the result of a `prepare…` method with a wallet. */
  execute(sender: Address, transactionBytes: string): Executed
}

/** A chain in memory, with the actions of wallets. */
export interface MemoryChain {
  readonly chain: Chain
  readonly wallet: MemoryWallet
  readonly state: MemoryChainState
  /** Stops the chain from answering the service. Null ends the outage. */
  setOutage(reason: string | null): void
}

const TRANSACTION_LIFETIME_MS = 60_000
/** The gas of each transaction of the service. */
const MEMORY_GAS = 10_000_000n

/** Creates a chain in memory: small, deterministic, and as strict about vouchers as the Move contract. */
export function createMemoryChain(options: MemoryChainOptions): MemoryChain {
  const { clock, state = createMemoryChainState(), opensVaultsAtOnce = true, onSubmit } = options
  const lifetimeMs = options.transactionLifetimeMs ?? TRANSACTION_LIFETIME_MS
  const rules: MoveRules = {
    opensVaultsAtOnce,
    verifies: (publicKey, voucher) =>
      options.verify(publicKey, memoryVoucherBytes(voucher), voucher.signature),
    addressFor,
  }

  function run(digest: string, move: OperatorAction | WalletMove, sender: Address): TransactionOutcome {
    const known = state.outcomes.get(digest)
    if (known) return known
    const now = clock.now()
    const draft = draftOf(state.ledger)
    const moved = makeMove(draft, move, { now, digest, sender }, rules)
    const outcome: TransactionOutcome = moved.ok
      ? { kind: 'succeeded', effects: { ...NO_EFFECTS, ...moved.value, sender, at: now } }
      : {
          kind: 'failed',
          reason: moved.error,
          isFinal: isFinal(moved.error),
          isWrongKey: moved.error === 'bad_signature',
          at: now,
        }
    state.outcomes.set(digest, outcome)
    if (outcome.kind === 'succeeded') {
      state.ledger = draft
      state.claims.push(...outcome.effects.claimed)
      const received = outcome.effects.payments.filter(
        ({ from, to }) => to === MEMORY_TREASURY && from !== MEMORY_TREASURY,
      )
      for (const [index, payment] of received.entries()) {
        state.payments.push({ ...payment, txHash: digest, index, at: now })
      }
    }
    return outcome
  }

  const senderOf = (action: OperatorAction): Address =>
    action.kind === 'pay' ? MEMORY_TREASURY : MEMORY_OPERATOR

  const ask = async <T>(answer: () => T): Promise<Result<T, ChainUnavailable>> => {
    await Promise.resolve()
    return state.outage === null ? ok(answer()) : err({ kind: 'chain_unavailable', reason: state.outage })
  }

  const byOwner = (owners: readonly Address[], amountFor: (owner: Address) => bigint) =>
    new Map(owners.map((owner) => [owner, amountOf(amountFor(owner))]))

  const forWallet = (move: WalletMove) =>
    ask(() => toBase64(utf8(writeMove({ count: state.count++, expiresAt: Number.MAX_SAFE_INTEGER, move }))))

  const chain: Chain = {
    name: 'memory',
    opensVaultsAtOnce,
    paymentMethods: options.paymentMethods ?? null,
    operatorAddress: MEMORY_OPERATOR,
    treasuryAddress: MEMORY_TREASURY,
    maxVouchersPerTransaction: options.maxVouchersPerTransaction ?? 50,
    voucherBytes: memoryVoucherBytes,

    async prepare(action) {
      const tried = await ask(() => {
        const digest = `trial ${state.count}`
        return makeMove(
          draftOf(state.ledger),
          action,
          { now: clock.now(), digest, sender: senderOf(action) },
          rules,
        )
      })
      if (!tried.ok) return tried
      // Preparing fails only if the sender lacks something. Other errors occur in the contract when the transaction is
      // sent.
      if (
        !tried.value.ok &&
        ['insufficient_funds', 'unknown_coin', 'coin_denied'].includes(tried.value.error)
      ) {
        return err({ kind: 'not_possible', reason: tried.value.error, isFinal: isFinal(tried.value.error) })
      }
      const expiresAt: Instant = clock.now() + lifetimeMs
      const bytes = toBase64(utf8(writeMove({ count: state.count++, expiresAt, move: action })))
      return ok({ bytes, digest: digestOf(bytes), expiresAt, gas: MEMORY_GAS })
    },

    async submit(transaction) {
      const fate = onSubmit?.(transaction) ?? 'taken'
      const sent = await ask((): Submission => {
        if (fate === 'impossible') return 'impossible'
        const { move, expiresAt } = readMove<OperatorAction>(fromBase64(transaction.bytes))
        const isLate = clock.now() >= expiresAt && !state.outcomes.has(digestOf(transaction.bytes))
        if (fate !== 'lost' && !isLate) run(digestOf(transaction.bytes), move, senderOf(move))
        return 'sent'
      })
      return fate === 'taken_unanswered' ? err({ kind: 'chain_unavailable', reason: 'no answer' }) : sent
    },

    outcome: (txHash) => ask(() => state.outcomes.get(txHash) ?? { kind: 'absent', chainTime: clock.now() }),

    prepareTokenDeployment: (token) => forWallet({ kind: 'publish', token, operator: MEMORY_OPERATOR }),
    prepareDeposit: ({ dropObjectId }, amount) => forWallet({ kind: 'deposit', dropObjectId, amount }),
    prepareClaim: (voucher) => forWallet({ kind: 'claim', voucher }),
    preparePayment: (payment) => forWallet({ kind: 'transfer', ...payment }),

    vaults: (objectIds) =>
      ask(() => {
        const states = new Map<Address, VaultState>()
        for (const id of objectIds) {
          const vault = state.ledger.vaults.get(id)
          if (vault && !vault.isClosed) states.set(id, stateOf(vault))
        }
        return states
      }),
    usedNonces: (objectId, nonces) =>
      ask(() => {
        const vault = state.ledger.vaults.get(objectId)
        const isGone = vault === undefined || vault.isClosed
        const used = isGone && nonces.length > 0 ? null : new Set(nonces.filter((n) => vault?.used.has(n)))
        return { chainTime: clock.now(), used, vault: isGone ? null : stateOf(vault) }
      }),
    claimsAfter: (cursor, limit) =>
      ask(() => {
        const from = cursor === null ? 0 : Number(cursor)
        const claims = state.claims.slice(from, from + limit)
        const end = from + claims.length
        const completeUntil = end >= state.claims.length ? clock.now() : null
        return { claims, cursor: end > 0 ? String(end) : cursor, completeUntil }
      }),

    paymentsAfter: (cursor, limit) =>
      ask(() => {
        const from = cursor === null ? 0 : Number(cursor)
        const payments = state.payments.slice(from, from + limit)
        return { payments, cursor: payments.length > 0 ? String(from + payments.length) : cursor }
      }),
    paymentsFrom: (sender, limit) =>
      ask(() =>
        state.payments
          .filter(({ from }) => from === sender)
          .reverse()
          .slice(0, limit),
      ),

    coin: (coinType) => ask(() => state.ledger.coins.get(coinType) ?? null),
    balances: (coinType, owners) =>
      ask(() => byOwner(owners, (owner) => balanceOf(state.ledger, coinType, owner))),
    ownedObjects: (type, owners) =>
      ask(() => new Map(owners.map((owner) => [owner, objectsOf(state.ledger, type, owner)]))),
    check: () => ask(() => undefined),
  }

  function executed(move: WalletMove, sender: Address, name: string): Executed {
    const txHash = digestOf(name)
    const outcome = run(txHash, move, sender)
    return outcome.kind === 'failed'
      ? { kind: 'failed', txHash, reason: outcome.reason }
      : { kind: 'succeeded', txHash }
  }
  const once = (kind: string) => `${kind} ${state.count++}`

  const wallet: MemoryWallet = {
    deny: (owner, coinType, isDenied = true) => setDenied(state.ledger, coinType, owner, isDenied),
    faucet(owner, coinType, amount) {
      const [packageId = ''] = coinType.split('::')
      const address = parseAddress(packageId, 'coinType')
      if (!address.ok) throw new Error(`${coinType} is not a coin type`)
      const symbol = coinType.split('::').at(-1) ?? ''
      noteCoin(state.ledger, {
        coinType,
        packageId: address.value,
        address: address.value,
        symbol,
        decimals: 9,
      })
      credit(state.ledger, coinType, owner, amount)
    },
    mintObject(owner, type) {
      mint(state.ledger, type, owner, 1)
    },
    publish: (sender, coin) => executed({ kind: 'publish_own', coin }, sender, once('publish')),
    claim: (voucher) => executed({ kind: 'claim', voucher }, voucher.claimer, once('claim')),
    transferAll: (from, transfers) => executed({ kind: 'transfers', transfers }, from, once('transfers')),
    transfer: (from, to, coinType, amount, memo = null) =>
      executed({ kind: 'transfer', coinType, amount, to, memo }, from, once('transfer')),
    execute: (sender, bytes) =>
      executed(readMove<WalletMove>(fromBase64(bytes)).move, sender, `${bytes} by ${sender}`),
  }

  return {
    chain,
    wallet,
    state,
    setOutage(reason) {
      state.outage = reason
    },
  }
}
