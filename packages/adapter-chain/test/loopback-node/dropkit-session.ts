import { argumentText, coinArgument, newCollected, vaultOf } from './call-arguments.ts'
import { ExecutionFailure } from './clever-abort.ts'
import { readLooks } from './collection-rights.ts'
import { dropkitFunction, type PieceLooks } from './dropkit-functions.ts'
import { bytesText } from './move-structs.ts'
import type { MoveVm } from './move-vm.ts'
import { asObject, SUI_TYPE, type Value } from './objects.ts'
import { settleCalls } from './settle-calls.ts'
import { newNotes, placeOf, readWord, type TransactionPlace } from './transaction-place.ts'

export interface DropkitCall {
  readonly command: number
  readonly module: string
  readonly name: string
  readonly typeArguments: readonly string[]
  readonly args: readonly Value[]
}

export interface DropkitSession {
  /** Records a call and returns its results, assuming that it does not abort. */
  call(call: DropkitCall): Promise<readonly Value[]>
  /** Runs all recorded calls in the virtual machine and writes the results. Throws if a call aborts. */
  settle(): Promise<void>
}

/** The calls of one transaction to the package. They are recorded in sequence and run together. */
export function createDropkitSession(place: TransactionPlace, vm: MoveVm): DropkitSession {
  const { packageId, ids } = place
  let noted = newNotes()

  async function call(called: DropkitCall): Promise<readonly Value[]> {
    const { command, module, name, typeArguments } = called
    const known = dropkitFunction(module, name)
    if (known === undefined) {
      throw new ExecutionFailure('FUNCTION_NOT_FOUND', { description: `${module}::${name}` })
    }
    if (called.args.length !== known.parameters.length) throw new ExecutionFailure('ARITY_MISMATCH')
    // The amounts that closing pays back depend on the vault's state at that time.
    const closes = known.parameters[0] === 'vault_by_value'
    if (closes && noted.vaults.has(asObject(called.args[0]).objectId)) await settle()

    noted.modules.add(module)
    const coinType = coinArgument(typeArguments)
    if (!coinType.startsWith(`${packageId}::`) && coinType !== SUI_TYPE) {
      noted.strangeTypes.add(coinType)
    }
    const args = newCollected()
    const texts = known.parameters.map((parameter, index) =>
      argumentText(noted, packageId, called, { parameter, value: called.args[index] as Value, args }),
    )
    if (known.takesContext) texts.push('&mut ctx')
    const resync = ids.count() === noted.vmIds ? '' : `${contextText(place)} `
    if (noted.calls.length === 0) noted.idsCreated = ids.count()
    const predicted = known.predict(args, {
      packageId,
      sender: place.sender,
      coinType,
      nextId: ids.next,
      tally: (vaultId) => noted.vaults.get(vaultId)?.tally ?? { count: 0n },
      takeLooks,
    })
    const text = `dropkit::${module}::${name}<${coinType}>(${texts.join(', ')});`
    const results = predicted.results ?? []
    const [result] = results
    const variable = `r${noted.calls.length}`
    const call = result === undefined ? text : `let ${variable} = ${text}`
    noted.calls.push({ command, text: noted.calls.length === 0 ? call : `${resync}${call}` })
    noted.vmIds = ids.count()
    if (result !== undefined) noted.results.push({ variable, object: result })
    for (const { name: eventName, contents } of predicted.events ?? []) {
      const type = `${packageId}::${module}::${eventName}<${coinType}>`
      noted.events.push({ packageId, module, type, contents })
    }
    for (const { object, to } of predicted.gifts ?? []) {
      object.newOwner = { kind: 'address', address: to }
      const paidOn = called.args.find(
        (value) => value.kind === 'object' && value.object.objectId === object.objectId,
      )
      if (paidOn?.kind === 'object') {
        paidOn.object.isGone = false
        paidOn.object.newOwner = object.newOwner
      } else place.made.push(object)
      noted.gifts.push({ object, to })
    }
    if (predicted.shared !== undefined) noted.shared.push(predicted.shared)
    const [vaultObject] = args.objects
    if (predicted.looks !== undefined && vaultObject !== undefined) {
      const { number, looks } = predicted.looks
      vaultOf(noted, packageId, vaultObject).addedLooks.set(number, looks)
    }
    if (predicted.usedNonce !== undefined && vaultObject !== undefined) {
      noted.expiriesMs.push(args.numbers[2] ?? 0n)
      const { words, tableId } = vaultOf(noted, packageId, vaultObject)
      const { word } = placeOf(predicted.usedNonce)
      if (!words.has(word)) words.set(word, readWord(place.page, tableId, word))
    }
    return results.map((object) => ({ kind: 'object', object }))
  }

  /** Looks that this transaction has added, or that existed before. */
  function takeLooks(vaultId: string, number: bigint): PieceLooks | undefined {
    const vault = noted.vaults.get(vaultId)
    const added = vault?.addedLooks.get(number)
    if (added !== undefined) vault?.addedLooks.delete(number)
    const there = added === undefined ? readLooks(place.page, vaultId, number) : undefined
    if (there !== undefined) vault?.takenLooks.set(number, there)
    return added ?? there
  }

  async function settle(): Promise<void> {
    const run = noted
    if (run.calls.length === 0) return
    noted = newNotes()
    await settleCalls(run, place, vm)
  }

  return { call, settle }
}

const contextText = ({ sender, digest, epoch, epochStartMs, ids }: TransactionPlace): string =>
  `ctx = sui::tx_context::new(@${sender}, ${bytesText(digest)}, ${epoch}, ${epochStartMs}, ${ids.count()});`
