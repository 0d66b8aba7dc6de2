import { bcs } from '@mysten/sui/bcs'
import { deriveDynamicFieldID, normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import { cleverAbort, ExecutionFailure, moveAbort } from './clever-abort.ts'
import type { PieceLooks } from './dropkit-functions.ts'
import type { FrameworkCall, FrameworkCallContext } from './framework-calls.ts'
import type { LedgerPage } from './ledger.ts'
import { LooksField, PublisherStruct } from './move-structs.ts'
import { asObject, type HeldObject, newObject, pureBytes, type Value } from './objects.ts'
import { DISPLAY_CALLS } from './registries.ts'

const FRAMEWORK = normalizeSuiAddress('0x2')
const RULE_ALREADY_SET = 3n

export const TransferPolicyStruct = bcs.struct('TransferPolicy', {
  id: bcs.Address,
  balance: bcs.u64(),
  rules: bcs.vector(bcs.string()),
})
const TransferPolicyCap = bcs.struct('TransferPolicyCap', { id: bcs.Address, policy_id: bcs.Address })
/** `nft_drop::Registrar`, including its `Publisher`. */
export const RegistrarStruct = bcs.struct('Registrar', { id: bcs.Address, publisher: PublisherStruct })

/** Functions of the package that only call the framework. The node implements them itself. */
type RightsCall = (
  packageId: string,
  args: readonly Value[],
  type: string,
  context: FrameworkCallContext,
) => readonly Value[]

function checkProof(
  packageId: string,
  proof: Value | undefined,
  type: string,
  { page, command }: FrameworkCallContext,
): void {
  const { package: digits, module_name: module } = PublisherStruct.parse(asObject(proof).contents)
  if (!normalizeStructTag(type).startsWith(`0x${digits}::${module}::`))
    throw cleverAbort(
      page.module(packageId, 'nft_drop'),
      { name: 'EWrongProof', line: 1 },
      { packageId, module: 'nft_drop' },
      command,
    )
}

function checkRegistrar(packageId: string, registrar: Value | undefined): void {
  if (asObject(registrar).type !== `${packageId}::nft_drop::Registrar`)
    throw new ExecutionFailure('COMMAND_ARGUMENT_ERROR', { description: 'the Registrar is wanted' })
}

const piecesOf = (packageId: string, type: string) => `${packageId}::nft_drop::Nft<${type}>`

export const RIGHTS_CALLS: Readonly<Record<string, RightsCall>> = {
  'nft_drop::new_display': (packageId, [registrar, registry, proof], type, context) => {
    checkRegistrar(packageId, registrar)
    checkProof(packageId, proof, type, context)
    const { publisher } = RegistrarStruct.parse(asObject(registrar).contents)
    const held = newObject(
      publisher.id,
      `${FRAMEWORK}::package::Publisher`,
      PublisherStruct.serialize(publisher).toBytes(),
    )
    const create = DISPLAY_CALLS['display_registry::new_with_publisher'] as FrameworkCall
    const args = [registry, { kind: 'object', object: held }] as Value[]
    return create(args, piecesOf(packageId, type), context)
  },
  'nft_drop::new_policy': (packageId, [registrar, proof], type, context) => {
    checkRegistrar(packageId, registrar)
    checkProof(packageId, proof, type, context)
    const [id, capId] = [context.nextId(), context.nextId()]
    const policy = TransferPolicyStruct.serialize({ id, balance: 0n, rules: [] }).toBytes()
    const cap = TransferPolicyCap.serialize({ id: capId, policy_id: id }).toBytes()
    const pieces = piecesOf(packageId, type)
    const made = [
      newObject(id, `${FRAMEWORK}::transfer_policy::TransferPolicy<${pieces}>`, policy),
      newObject(capId, `${FRAMEWORK}::transfer_policy::TransferPolicyCap<${pieces}>`, cap),
    ]
    return made.map((object) => ({ kind: 'object', object }))
  },
}

/** The package with Mysten's kiosk rules on this node's network. */
export const KIOSK_RULES_ID = normalizeSuiAddress('0x4b105c')

function addRule(rule: string, [policy, cap]: readonly Value[], command: number): void {
  const object = asObject(policy)
  const { policy_id } = TransferPolicyCap.parse(asObject(cap).contents)
  const { rules, ...rest } = TransferPolicyStruct.parse(object.contents)
  if (policy_id !== rest.id || rules.includes(rule))
    throw moveAbort(RULE_ALREADY_SET, { packageId: FRAMEWORK, module: 'transfer_policy' }, command)
  object.contents = TransferPolicyStruct.serialize({ ...rest, rules: [...rules, rule] }).toBytes()
}

/** Adds kiosk rules to a policy. The royalty is stored in the rule's name. */
export const KIOSK_RULE_CALLS: Readonly<Record<string, (args: readonly Value[], command: number) => void>> = {
  'royalty_rule::add': ([policy, cap, basisPoints, minimum], command) => {
    const royalty = bcs.u16().parse(pureBytes(basisPoints))
    if (royalty > 10_000) throw moveAbort(0n, { packageId: KIOSK_RULES_ID, module: 'royalty_rule' }, command)
    const least = bcs.u64().parse(pureBytes(minimum))
    addRule(`royalty_rule ${royalty} ${least}`, [policy, cap] as Value[], command)
  },
  'kiosk_lock_rule::add': (args, command) => addRule('kiosk_lock_rule', args, command),
}

/** The id of the dynamic field with the looks of a piece, as Sui derives it. */
const looksId = (vaultId: string, number: bigint): string =>
  deriveDynamicFieldID(vaultId, 'u64', bcs.u64().serialize(number).toBytes())

/** The stored looks of a piece that is not minted yet. Undefined if it has no looks of its own. */
export function readLooks(page: LedgerPage, vaultId: string, number: bigint): PieceLooks | undefined {
  const field = page.object(looksId(vaultId, number))
  return field && LooksField.parse(field.contents)
}

/** The dynamic field for an added piece. */
export function looksField(
  packageId: string,
  vaultId: string,
  number: bigint,
  looks: PieceLooks,
): HeldObject {
  const id = looksId(vaultId, number)
  const type = normalizeStructTag(`0x2::dynamic_field::Field<u64, ${packageId}::nft_drop::Looks>`)
  const made = newObject(id, type, looksContents(id, number, looks))
  made.newOwner = { kind: 'object', objectId: vaultId }
  return made
}

/** The same field after its piece was minted. */
export const removedLooks = (packageId: string, vaultId: string, number: bigint): HeldObject => ({
  ...looksField(packageId, vaultId, number, { name: null, image_url: null, attributes: [] }),
  isGone: true,
})

const looksContents = (id: string, number: bigint, { name, image_url, attributes }: PieceLooks) =>
  LooksField.serialize({ id, number, name, image_url, attributes: [...attributes] }).toBytes()

/** The BCS of the looks, without the id and the number before them. */
export const looksBytes = (looks: PieceLooks): Uint8Array =>
  looksContents(`0x${'0'.repeat(64)}`, 0n, looks).subarray(40)
