import { type Address, err, ok, type Refusal, type Result } from '@dropkit/core'
import { badInput } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, SUI_ADDRESS_LENGTH } from '@mysten/sui/utils'
import { addressOf } from './sui-types.ts'

/** The maximum number of claims of one vault in a transaction whose gas the service pays. */
const MOST_CLAIMS = 10
const CLOCK = addressOf('0x6')
const FIELD = 'transactionKindBytes'

/** The conditions under which the service pays for a transaction. */
export interface ClaimRules {
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
  const fault = faultIn(kind, rules)
  return fault === null ? ok(transaction) : refused(fault)
}

function parseKind(kindBytes: string): Transaction | null {
  try {
    return Transaction.fromKind(fromBase64(kindBytes))
  } catch {
    return null
  }
}

function faultIn({ inputs, commands }: Kind, { packageId, dropObjectId, sender }: ClaimRules): string | null {
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
