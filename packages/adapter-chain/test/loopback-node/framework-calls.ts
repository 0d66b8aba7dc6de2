import { normalizeStructTag } from '@mysten/sui/utils'
import { ExecutionFailure, moveAbort } from './clever-abort.ts'
import type { LedgerPage } from './ledger.ts'
import {
  asAddress,
  asCoin,
  asObject,
  asU64,
  type HeldObject,
  newCoin,
  setBalance,
  takeObject,
  type Value,
} from './objects.ts'
import { DISPLAY_CALLS, REGISTRY_CALLS } from './registries.ts'

export interface FrameworkCallContext {
  readonly page: LedgerPage
  readonly sender: string
  readonly command: number
  /** Returns the next object id of the transaction. */
  readonly nextId: () => string
  /** Objects that the transaction creates but that no command returns. */
  readonly made: HeldObject[]
}

export type FrameworkCall = (
  args: readonly Value[],
  coinType: string,
  context: FrameworkCallContext,
) => readonly Value[]

const MAX_U64 = 0xffff_ffff_ffff_ffffn
const SUI_PACKAGE = `0x${'2'.padStart(64, '0')}`

const coin = (objectId: string, coinType: string, amount: bigint): Value => ({
  kind: 'object',
  object: newCoin(objectId, coinType, amount),
})
const balance = (coinType: string, amount: bigint): Value => ({
  kind: 'balance',
  coinType,
  amount,
  isGone: false,
})

function takeBalance(value: Value | undefined): bigint {
  if (value?.kind !== 'balance' || value.isGone) {
    throw new ExecutionFailure('COMMAND_ARGUMENT_ERROR', { description: 'a balance is wanted' })
  }
  value.isGone = true
  return value.amount
}

function takeWithdrawal(value: Value | undefined, { page }: FrameworkCallContext): bigint {
  if (value?.kind !== 'withdrawal' || value.isGone) {
    throw new ExecutionFailure('COMMAND_ARGUMENT_ERROR', { description: 'a withdrawal is wanted' })
  }
  value.isGone = true
  page.addToBalance(value.owner, value.coinType, -value.amount)
  return value.amount
}

export function splitCoin(
  value: Value | undefined,
  amounts: readonly bigint[],
  nextId: () => string,
): Value[] {
  const { object, coinType, balance: held } = asCoin(value)
  let left = held
  const parts = amounts.map((amount) => {
    if (amount > left) throw new ExecutionFailure('INSUFFICIENT_COIN_BALANCE')
    left -= amount
    return coin(nextId(), coinType, amount)
  })
  setBalance(object, left)
  return parts
}

export function mergeCoins(destination: Value | undefined, sources: readonly Value[]): void {
  const { object, coinType, balance: held } = asCoin(destination)
  let sum = held
  for (const source of sources) {
    const merged = asCoin(source)
    if (merged.coinType !== coinType || merged.object === object) {
      throw new ExecutionFailure('COMMAND_ARGUMENT_ERROR', { description: 'these coins do not merge' })
    }
    sum += merged.balance
    takeObject(source)
  }
  if (sum > MAX_U64) throw new ExecutionFailure('COIN_BALANCE_OVERFLOW')
  setBalance(object, sum)
}

export function giveAway(value: Value | undefined, address: string): void {
  const object = asObject(value)
  if (object.owner !== undefined && object.owner.kind !== 'address') {
    throw new ExecutionFailure('INVALID_TRANSFER_OBJECT')
  }
  object.newOwner = { kind: 'address', address }
}

/** The framework's functions for coins and balances, by name. Each has one type argument. */
const CALLS: Readonly<Record<string, FrameworkCall>> = {
  'coin::zero': (_, coinType, { nextId }) => [coin(nextId(), coinType, 0n)],
  'coin::destroy_zero': ([value], _, { command }) => {
    if (asCoin(value).balance !== 0n) {
      throw moveAbort(
        0n,
        { packageId: SUI_PACKAGE, module: 'balance', functionName: 'destroy_zero' },
        command,
      )
    }
    takeObject(value)
    return []
  },
  'coin::value': () => [],
  'coin::split': ([value, amount], _, { nextId }) => splitCoin(value, [asU64(amount)], nextId),
  'coin::join': ([into, from]) => {
    mergeCoins(into, from === undefined ? [] : [from])
    return []
  },
  'coin::into_balance': ([value], coinType) => {
    const { balance: amount } = asCoin(value)
    takeObject(value)
    return [balance(coinType, amount)]
  },
  'coin::from_balance': ([value], coinType, { nextId }) => [coin(nextId(), coinType, takeBalance(value))],
  'coin::redeem_funds': ([value], coinType, context) => {
    const amount = takeWithdrawal(value, context)
    return [coin(context.nextId(), coinType, amount)]
  },
  'coin::send_funds': ([value, to], coinType, { page }) => {
    const { balance: amount } = asCoin(value)
    takeObject(value)
    page.addToBalance(asAddress(to), coinType, amount)
    return []
  },
  'balance::zero': (_, coinType) => [balance(coinType, 0n)],
  'balance::destroy_zero': ([value], _, { command }) => {
    if (takeBalance(value) !== 0n) throw moveAbort(0n, { packageId: SUI_PACKAGE, module: 'balance' }, command)
    return []
  },
  'balance::redeem_funds': ([value], coinType, context) => [
    balance(coinType, takeWithdrawal(value, context)),
  ],
  'balance::send_funds': ([value, to], coinType, { page }) => {
    page.addToBalance(asAddress(to), coinType, takeBalance(value))
    return []
  },
  'package::make_immutable': ([cap]) => {
    takeObject(cap)
    return []
  },
  ...DISPLAY_CALLS,
  ...REGISTRY_CALLS,
  'transfer::public_transfer': ([value, to]) => {
    giveAway(value, asAddress(to))
    return []
  },
  'transfer::public_share_object': ([value]) => {
    const object = asObject(value)
    if (object.owner !== undefined) throw new ExecutionFailure('INVALID_TRANSFER_OBJECT')
    object.newOwner = { kind: 'shared', initialSharedVersion: 0n }
    return []
  },
  'pay::split_and_transfer': ([value, amount, to], _, { nextId }) => {
    const [part] = splitCoin(value, [asU64(amount)], nextId)
    giveAway(part, asAddress(to))
    return []
  },
  'pay::keep': ([value], _, { sender }) => {
    giveAway(value, sender)
    return []
  },
}

export function callFramework(
  name: string,
  typeArgument: string | undefined,
  args: readonly Value[],
  context: FrameworkCallContext,
): readonly Value[] {
  const call = CALLS[name]
  if (call === undefined) {
    throw new ExecutionFailure('FUNCTION_NOT_FOUND', { description: `this node does not know 0x2::${name}` })
  }
  return call(args, typeArgument === undefined ? '' : normalizeStructTag(typeArgument), context)
}
