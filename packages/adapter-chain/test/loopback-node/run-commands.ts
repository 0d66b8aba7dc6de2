import { unreachable } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import type { Argument, TransactionData } from '@mysten/sui/transactions'
import { normalizeSuiAddress } from '@mysten/sui/utils'
import { coinArgument } from './call-arguments.ts'
import { ExecutionFailure } from './clever-abort.ts'
import { KIOSK_RULE_CALLS, KIOSK_RULES_ID, RIGHTS_CALLS } from './collection-rights.ts'
import type { DropkitSession } from './dropkit-session.ts'
import { callFramework, giveAway, mergeCoins, splitCoin } from './framework-calls.ts'
import { asAddress, asU64, type HeldObject, type Value } from './objects.ts'
import { publishPackage } from './publish-package.ts'
import type { Command } from './read-transaction.ts'
import type { TransactionPlace } from './transaction-place.ts'

export interface CommandRun {
  readonly data: TransactionData
  readonly digest: string
  readonly place: TransactionPlace
  /** The inputs in their order. */
  readonly inputs: readonly Value[]
  readonly gasCoin: HeldObject | undefined
  readonly session: DropkitSession
}

/** Runs the commands and returns all values that they created. Throws the first failure. */
export async function runCommands(run: CommandRun): Promise<readonly Value[]> {
  const results: (readonly Value[])[] = []
  for (const [index, command] of run.data.commands.entries()) {
    try {
      results.push(await runCommand(run, command, index, results))
    } catch (error) {
      if (!(error instanceof ExecutionFailure)) throw error
      // The calls that were recorded earlier run first, because one of them may abort.
      await run.session.settle()
      error.detail.command ??= BigInt(index)
      throw error
    }
  }
  await run.session.settle()
  const made = results.flat()
  for (const value of made) assertUsed(value)
  return made
}

function assertUsed(value: Value): void {
  const isLeft =
    value.kind === 'object'
      ? !value.object.isGone && value.object.newOwner === undefined && value.object.owner === undefined
      : (value.kind === 'balance' || value.kind === 'withdrawal') && !value.isGone
  if (isLeft) throw new ExecutionFailure('UNUSED_VALUE_WITHOUT_DROP')
}

async function runCommand(
  run: CommandRun,
  command: Command,
  index: number,
  results: readonly (readonly Value[])[],
): Promise<readonly Value[]> {
  const { place } = run
  const read = (argument: Argument): Value => valueFor(run, argument, results)
  switch (command.$kind) {
    case 'SplitCoins': {
      const { coin, amounts } = command.SplitCoins
      const parts = amounts.map((amount) => asU64(read(amount)))
      return splitCoin(read(coin), parts, place.ids.next)
    }
    case 'MergeCoins': {
      const { destination, sources } = command.MergeCoins
      mergeCoins(read(destination), sources.map(read))
      return []
    }
    case 'TransferObjects': {
      const { objects, address } = command.TransferObjects
      const to = asAddress(read(address))
      for (const object of objects) giveAway(read(object), to)
      return []
    }
    case 'MakeMoveVec':
      return [makeVector(command.MakeMoveVec.elements.map(read))]
    case 'Publish':
      return [publishPackage(command.Publish.modules, run.digest, place)]
    case 'MoveCall': {
      const { module, function: name, typeArguments } = command.MoveCall
      const args = command.MoveCall.arguments.map(read)
      const packageId = normalizeSuiAddress(command.MoveCall.package)
      const context = {
        page: place.page,
        sender: place.sender,
        command: index,
        nextId: place.ids.next,
        made: place.made,
      }
      if (packageId === normalizeSuiAddress('0x2')) {
        return callFramework(`${module}::${name}`, typeArguments[0], args, context)
      }
      if (packageId === place.packageId) {
        const rights = RIGHTS_CALLS[`${module}::${name}`]
        if (rights) return rights(packageId, args, coinArgument(typeArguments), context)
        return await run.session.call({ command: index, module, name, typeArguments, args })
      }
      const addRule = packageId === KIOSK_RULES_ID ? KIOSK_RULE_CALLS[`${module}::${name}`] : undefined
      if (addRule) {
        addRule(args, index)
        return []
      }
      throw new ExecutionFailure('FUNCTION_NOT_FOUND', {
        description: `this node does not run ${packageId}::${module}::${name}`,
      })
    }
    default:
      throw new ExecutionFailure('FEATURE_NOT_YET_SUPPORTED', { description: command.$kind })
  }
}

/** A vector of pure values is a pure value. A vector of objects can only be consumed as a whole. */
function makeVector(items: readonly Value[]): Value {
  if (items.some(({ kind }) => kind !== 'pure')) return { kind: 'vector', items }
  const length = bcs.uleb128().serialize(items.length).toBytes()
  const all = items.map((item) => (item.kind === 'pure' ? item.bytes : new Uint8Array()))
  return { kind: 'pure', bytes: Uint8Array.from(Buffer.concat([length, ...all])) }
}

function valueFor(run: CommandRun, argument: Argument, results: readonly (readonly Value[])[]): Value {
  const value = lookUp(run, argument, results)
  if (value === undefined) {
    throw new ExecutionFailure('COMMAND_ARGUMENT_ERROR', { description: 'the argument is not there' })
  }
  return value
}

function lookUp(
  { inputs, gasCoin }: CommandRun,
  argument: Argument,
  results: readonly (readonly Value[])[],
): Value | undefined {
  switch (argument.$kind) {
    case 'GasCoin':
      return gasCoin && { kind: 'object', object: gasCoin }
    case 'Input':
      return inputs[argument.Input]
    case 'Result': {
      const values = results[argument.Result]
      return values?.length === 1 ? values[0] : undefined
    }
    case 'NestedResult':
      return results[argument.NestedResult[0]]?.[argument.NestedResult[1]]
    default:
      return unreachable(argument)
  }
}
