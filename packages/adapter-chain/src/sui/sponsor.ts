import {
  type Address,
  type ChainAnswer,
  type ConflictReason,
  err,
  type GasSponsor,
  type Instant,
  ok,
  type Refusal,
  type Result,
} from '@dropkit/core'
import { badInput } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { Transaction, TransactionDataBuilder } from '@mysten/sui/transactions'
import { fromBase64, SUI_ADDRESS_LENGTH, toBase64 } from '@mysten/sui/utils'
import type { SponsorBudget } from '../sponsor-budget.ts'
import { verifyWalletTransaction, wrongSignature } from '../wallet-verifier.ts'
import { createAddressFunds, SUI_TYPE } from './address-funds.ts'
import { anyNonce, bytesOf, estimateGas, type Gas } from './gas.ts'
import { createCurrentEpoch } from './node-facts.ts'
import { addClaims } from './operator-commands.ts'
import { isRefusal, refusalReason } from './read-outcome.ts'
import { signTransaction } from './submit-transaction.ts'
import { contextForUsers, type SuiChainOptions, suiContextOf } from './sui-context.ts'
import { addressOf } from './sui-node.ts'
import { createVaultHandles } from './vault-handles.ts'

export interface SponsoredTransaction {
  /** The complete transaction in base64. The sender must sign it unchanged. */
  readonly transactionBytes: string
  /** The sponsor's signature, which is sent together with the sender's. */
  readonly sponsorSignature: string
  readonly digest: string
  readonly expiresAt: Instant
}

export interface Sponsor extends GasSponsor {
  /**
   * Pays the gas of claims that a wallet sends itself. `transactionKindBytes` are the wallet's commands, without sender and
   * gas; `readSponsoredClaims` defines what they may contain.
   */
  sponsor(wish: {
    readonly sender: Address
    readonly dropObjectId: Address
    readonly transactionKindBytes: string
  }): Promise<Result<SponsoredTransaction, Refusal>>
}

/** The highest gas cost that is sponsored per transaction, in MIST. Valid claims never cost that much. */
const MOST_GAS = 500_000_000n
const NO_GAS_LEFT = {
  kind: 'conflict',
  reason: 'NO_GAS',
  message: 'The service has no gas left to pay with',
} as const

const conflict = (message: string, reason: ConflictReason = 'CHAIN_REFUSED') =>
  err({ kind: 'conflict', reason, message } as const)

export function createSponsor(options: SuiChainOptions, budget: SponsorBudget): Sponsor {
  // Wallets cause all calls, as often as the budget allows.
  const context = contextForUsers(suiContextOf(options))
  const { client, calls, packageId, operator, operatorAddress } = context
  const currentEpoch = createCurrentEpoch(context)
  const funds = createAddressFunds(context, currentEpoch)
  const vaults = createVaultHandles(context)

  /** The gas of the claims. Returns a conflict if they would fail, so that only valid vouchers are paid for. */
  async function gasOf(claims: Transaction, sender: Address): Promise<Result<Gas, Refusal>> {
    const epoch = await currentEpoch.get()
    if (!epoch.ok) return epoch
    const gas = await estimateGas(context, claims, { sender, gasOwner: operatorAddress }, epoch.value)
    if (!gas.ok) return gas
    if (!gas.value.ok) return conflict(gas.value.error.reason)
    const { budget: cost } = gas.value.value
    return cost > MOST_GAS ? conflict(`it may cost ${cost} MIST of gas`) : gas.value
  }

  /** The complete transaction. The operator's balance pays its gas. */
  async function wholeOf(claims: Transaction, sender: Address, gas: Gas): Promise<ChainAnswer<Uint8Array>> {
    const epoch = await currentEpoch.get()
    if (!epoch.ok) return epoch
    const payer = { sender, gasOwner: operatorAddress }
    return ok(await bytesOf(claims, payer, epoch.value, { ...gas, nonce: anyNonce() }))
  }

  /** Ensures that the operator can pay this gas. */
  async function cover(gas: bigint): Promise<Result<void, Refusal>> {
    const covered = await funds.ensure(operator, SUI_TYPE, gas)
    if (!covered.ok) return covered
    return covered.value.kind === 'short' ? err(NO_GAS_LEFT) : ok(undefined)
  }

  return {
    async sponsor({ sender, dropObjectId, transactionKindBytes }) {
      const claims = readSponsoredClaims(transactionKindBytes, { packageId, dropObjectId, sender })
      if (!claims.ok) return claims
      const gas = await gasOf(claims.value, sender)
      if (!gas.ok) return gas
      const sponsored = { claimer: sender, dropObjectId }
      const room = await budget.look(sponsored, gas.value.budget)
      if (!room.ok) return room
      const covered = await cover(gas.value.budget)
      if (!covered.ok) return covered
      const epoch = await currentEpoch.get()
      if (!epoch.ok) return epoch
      const whole = await wholeOf(claims.value, sender, gas.value)
      if (!whole.ok) return whole
      // Last, so that only a transaction that the service signs is counted.
      const spent = await budget.spend(sponsored, gas.value.budget)
      if (!spent.ok) return spent
      const { bytes, digest, expiresAt } = await signTransaction(whole.value, [operator], epoch.value.endsAt)
      const [transactionBytes = '', sponsorSignature = ''] = bytes.split('.')
      return ok({ transactionBytes, sponsorSignature, digest, expiresAt })
    },

    async prepare(voucher, coinType, claimer) {
      const { dropObjectId } = voucher
      const found = await vaults.find({ dropObjectId, coinType }, { withCap: false })
      if (!found.ok) return found
      if (found.value.kind === 'unusable') return conflict(found.value.reason)
      const claims = new Transaction()
      addClaims(claims, coinType, [voucher], { packageId, vault: found.value.vault })
      const gas = await gasOf(claims, claimer)
      if (!gas.ok) return gas
      const room = await budget.look({ claimer, dropObjectId }, gas.value.budget)
      if (!room.ok) return room
      const whole = await wholeOf(claims, claimer, gas.value)
      if (!whole.ok) return whole
      return ok({
        transactionBytes: toBase64(whole.value),
        digest: TransactionDataBuilder.getDigestFromBytes(whole.value),
        gas: gas.value.budget,
      })
    },

    async send({ transactionBytes, gas, claimer, dropObjectId, until }, signature, sender) {
      const transaction = fromBase64(transactionBytes)
      const isSigned = await verifyWalletTransaction(
        transaction,
        { address: claimer, signature, sender },
        context,
      )
      if (!isSigned.ok) return isSigned
      if (!isSigned.value) return err(wrongSignature(claimer))
      const claims = Transaction.from(transaction)
      const epoch = await currentEpoch.get()
      if (!epoch.ok) return epoch
      if (claims.getData().expiration?.ValidDuring?.maxEpoch !== String(epoch.value.number))
        return conflict(
          'The prepared transaction was good for an epoch that has ended: prepare the claim again',
          'VOUCHER_EXPIRED',
        )
      const estimate = await gasOf(claims, claimer)
      if (!estimate.ok) return estimate
      const digest = TransactionDataBuilder.getDigestFromBytes(transaction)
      const count = (report: 'taken' | 'spent' | 'unspent') =>
        budget.once(report, { claimer, dropObjectId }, gas, { digest, until })
      const taken = await count('taken')
      if (!taken.ok) return taken
      const covered = await cover(gas)
      if (!covered.ok) {
        await count('unspent')
        return covered
      }
      const { signature: ownSignature } = await operator.signTransaction(transaction)
      const refused = await calls.askOnce('execute', async (signal) => {
        try {
          await client.core.executeTransaction({
            transaction,
            signatures: [signature, ownSignature],
            signal,
          })
          return null
        } catch (error) {
          if (isRefusal(error)) return refusalReason(error)
          throw error
        }
      })
      // Without an answer of the chain, the transaction may take effect.
      await count(refused.ok && refused.value !== null ? 'unspent' : 'spent')
      if (!refused.ok) return refused
      return refused.value === null ? ok(undefined) : conflict(refused.value)
    },
  }
}

/** The maximum number of claims of one vault in a transaction whose gas the service pays. */
const MOST_CLAIMS = 10
const CLOCK = addressOf('0x6')
const FIELD = 'transactionKindBytes'

/** The conditions under which the service pays for a transaction. */
interface ClaimRules {
  readonly packageId: Address
  /** The vault of the claims. */
  readonly dropObjectId: Address
  /** The sender, who must also be the claimer of each claim. */
  readonly sender: Address
}

type Kind = ReturnType<Transaction['getData']>

const refused = (message: string) => err(badInput(FIELD, 'WRONG_FORMAT', message))

/**
 * Reads the kind of a transaction (its commands and inputs, in BCS and base64, as `onlyTransactionKind` builds it). It may
 * contain only claims by the sender from this one vault, because a sponsor's signature authorizes every input.
 */
export function readSponsoredClaims(kindBytes: string, rules: ClaimRules): Result<Transaction, Refusal> {
  const transaction = parseKind(kindBytes)
  if (transaction === null) return refused(`${FIELD} must be the BCS of a TransactionKind in base64`)
  const kind = transaction.getData()
  if (kind.commands.length === 0 || kind.commands.length > MOST_CLAIMS)
    return refused(`Gas is paid for 1 to ${MOST_CLAIMS} claims at once, not for ${kind.commands.length}`)
  const error = errorIn(kind, rules)
  return error === null ? ok(transaction) : refused(error)
}

function parseKind(kindBytes: string): Transaction | null {
  try {
    return Transaction.fromKind(fromBase64(kindBytes))
  } catch {
    return null
  }
}

function errorIn({ inputs, commands }: Kind, { packageId, dropObjectId, sender }: ClaimRules): string | null {
  const strange = inputs.find(
    (input) => input.$kind !== 'Pure' && !isSharedObject(input, [dropObjectId, CLOCK]),
  )
  if (strange) return `Only the vault ${dropObjectId}, the clock and plain values may be used`
  for (const command of commands) {
    const call = command.$kind === 'MoveCall' ? command.MoveCall : null
    const isClaim =
      call !== null &&
      addressOf(call.package) === packageId &&
      (call.module === 'drop' || call.module === 'nft_drop') &&
      call.function === 'claim'
    if (!isClaim)
      return `Only claims are paid for, by calls of ${packageId}::drop::claim or ::nft_drop::claim`
    const claimer = claimerOf(call.arguments[1], inputs)
    if (claimer !== sender) return 'Only claims of the sender are paid for'
  }
  return null
}

function isSharedObject(input: Kind['inputs'][number], allowed: readonly Address[]): boolean {
  const shared = input.Object?.$kind === 'SharedObject' ? input.Object.SharedObject : null
  return shared !== null && allowed.includes(addressOf(shared.objectId))
}

function claimerOf(
  argument: NonNullable<Kind['commands'][number]['MoveCall']>['arguments'][number] | undefined,
  inputs: Kind['inputs'],
): Address | null {
  const input = argument?.$kind === 'Input' ? inputs[argument.Input] : undefined
  const bytes = input?.Pure ? fromBase64(input.Pure.bytes) : null
  return bytes !== null && bytes.length === SUI_ADDRESS_LENGTH ? addressOf(bcs.Address.parse(bytes)) : null
}
