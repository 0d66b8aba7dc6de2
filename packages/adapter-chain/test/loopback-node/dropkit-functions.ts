import {
  ClaimedLayout,
  DropLayout,
  FundedLayout,
  NftDropLayout,
  OpenedLayout,
  PaidLayout,
} from '../../src/sui/move-layouts.ts'
import { DropCounted, DropNamed, KeyRotated, Nft, NftOpened, OwnerCap } from './move-structs.ts'
import { coinValue, type HeldObject, newCoin, newObject } from './objects.ts'

// Predicts what a function of the package does if it does not abort, as far as that follows from its arguments. The virtual
// machine decides whether it aborts and what the vault contains afterwards. It also compares the predictions with the
// actual results.

/** The kind of a function parameter. */
export type Parameter =
  | 'vault'
  | 'vault_by_value'
  | 'cap'
  | 'cap_by_value'
  | 'coin'
  | 'u64'
  | 'address'
  | 'bytes'
  | 'string'
  | 'optional_string'
  | 'strings'
  /** The `Publisher` of a collection. */
  | 'proof_by_value'
  | 'clock'

export interface CallArguments {
  readonly objects: readonly HeldObject[]
  readonly numbers: readonly bigint[]
  readonly addresses: readonly string[]
  readonly bytes: readonly Uint8Array[]
  readonly strings: readonly string[]
  readonly optionalStrings: readonly (string | null)[]
  readonly stringLists: readonly (readonly string[])[]
}

interface CallPlace {
  readonly packageId: string
  readonly sender: string
  /** The type argument of the function. */
  readonly coinType: string
  /** Returns the next object id of the transaction. */
  readonly nextId: () => string
  /** The counts of a vault, which earlier calls of the same transaction may have changed. */
  readonly tally: (vaultId: string) => VaultTally
  /** Removes and returns the looks of a piece that is not minted yet. Undefined if it has no looks of its own. */
  readonly takeLooks: (vaultId: string, number: bigint) => PieceLooks | undefined
}

/** As in Move: null if the drop's value applies. */
export interface PieceLooks {
  readonly name: string | null
  readonly image_url: string | null
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
}

/** The amount deposited so far, or the number of pieces minted so far. */
export interface VaultTally {
  count: bigint
}

interface Prediction {
  readonly results?: readonly HeldObject[]
  readonly events?: readonly { readonly name: string; readonly contents: Uint8Array }[]
  readonly gifts?: readonly { readonly object: HeldObject; readonly to: string }[]
  /** A new vault. The virtual machine provides its contents. */
  readonly shared?: { readonly objectId: string; readonly type: string }
  readonly usedNonce?: bigint
  /** The looks of an added piece. */
  readonly looks?: { readonly number: bigint; readonly looks: PieceLooks }
}

export interface DropkitFunction {
  readonly parameters: readonly Parameter[]
  readonly takesContext: boolean
  readonly predict: (args: CallArguments, place: CallPlace) => Prediction
}

const MAX_PREDICTED_PIECES = 1_000n
const bytesOf = (value: Uint8Array | undefined) => value ?? new Uint8Array()
const idOf = ({ objects }: CallArguments) => objects[0]?.objectId ?? ''
const event = (name: string, contents: { toBytes(): Uint8Array }) => ({ name, contents: contents.toBytes() })

function madeVault(module: 'drop' | 'nft_drop', { packageId, coinType, nextId }: CallPlace) {
  const type = `${packageId}::${module}::${module === 'drop' ? 'Drop' : 'NftDrop'}<${coinType}>`
  const objectId = nextId()
  // The id of the table of used nonces comes between those of the vault and its `OwnerCap`.
  nextId()
  const capId = nextId()
  const contents = OwnerCap.serialize({ id: capId, drop_id: objectId }).toBytes()
  const cap = newObject(capId, `${packageId}::${module}::OwnerCap`, contents)
  return { objectId, cap, shared: { objectId, type } }
}

const CLAIM: readonly Parameter[] = ['vault', 'address', 'u64', 'u64', 'u64', 'bytes', 'clock']

const named = (name: string, parameters: readonly Parameter[] = ['vault', 'cap']): DropkitFunction => ({
  parameters,
  takesContext: false,
  predict: (args) => ({ events: [event(name, DropNamed.serialize({ drop_id: idOf(args) }))] }),
})

const ROTATE_KEY: DropkitFunction = {
  parameters: ['vault', 'cap', 'bytes'],
  takesContext: false,
  predict(args) {
    const rotated = { drop_id: idOf(args), public_key: bytesOf(args.bytes[0]) }
    return { events: [event('KeyRotated', KeyRotated.serialize(rotated))] }
  },
}

function claimed({ addresses, numbers, objects }: CallArguments) {
  const [amount = 0n, nonce = 0n] = numbers
  const [claimer = ''] = addresses
  const contents = ClaimedLayout.serialize({ drop_id: objects[0]?.objectId ?? '', claimer, amount, nonce })
  return { amount, nonce, claimer, events: [event('Claimed', contents)] }
}

const MODULES: Readonly<Record<string, Readonly<Record<string, DropkitFunction>>>> = {
  drop: {
    create: {
      parameters: ['coin', 'bytes', 'bytes'],
      takesContext: true,
      predict({ objects: [coin], bytes: [key, label] }, place) {
        const deposited = balanceIn(coin)
        const { objectId, cap, shared } = madeVault('drop', place)
        const opened = { drop_id: objectId, public_key: bytesOf(key), deposited, label: bytesOf(label) }
        return { results: [cap], shared, events: [event('Opened', OpenedLayout.serialize(opened))] }
      },
    },
    fund: {
      parameters: ['vault', 'coin'],
      takesContext: true,
      predict(args, { sender, tally }) {
        const amount = balanceIn(args.objects[1])
        const vault = tally(idOf(args))
        vault.count += amount
        const deposited = BigInt.asUintN(64, vault.count)
        const contents = FundedLayout.serialize({ drop_id: idOf(args), from: sender, amount, deposited })
        return { events: [event('Funded', contents)] }
      },
    },
    claim: {
      parameters: CLAIM,
      takesContext: true,
      predict(args, { coinType, nextId }) {
        const { amount, nonce, claimer, events } = claimed(args)
        const gifts = [{ object: newCoin(nextId(), coinType, amount), to: claimer }]
        return { events, gifts, usedNonce: nonce }
      },
    },
    pause: named('Paused'),
    resume: named('Resumed'),
    rotate_key: ROTATE_KEY,
    withdraw: {
      parameters: ['vault', 'cap', 'u64'],
      takesContext: true,
      predict(args, { coinType, nextId }) {
        const [amount = 0n] = args.numbers
        const withdrawn = DropCounted.serialize({ drop_id: idOf(args), returned: amount })
        return { results: [newCoin(nextId(), coinType, amount)], events: [event('Withdrawn', withdrawn)] }
      },
    },
    close: {
      parameters: ['vault_by_value', 'cap_by_value'],
      takesContext: true,
      predict(args, { coinType, nextId }) {
        const { balance, deposited, funders } = DropLayout.parse(
          args.objects[0]?.contents ?? new Uint8Array(),
        )
        const left = BigInt(balance.value)
        const shares = funders.slice(1).map(({ from, amount }) => {
          return { to: from, amount: (left * BigInt(amount)) / BigInt(deposited) }
        })
        const rest = shares.reduce((sum, { amount }) => sum - amount, left)
        const gifts = [...shares, { to: funders[0]?.from ?? '', amount: rest }]
          .filter(({ amount }) => amount > 0n)
          .map(({ to, amount }) => ({ object: newCoin(nextId(), coinType, amount), to }))
        const closed = DropCounted.serialize({ drop_id: idOf(args), returned: left })
        return { gifts, events: [event('Closed', closed)] }
      },
    },
  },
  nft_drop: {
    create: {
      parameters: [
        'proof_by_value',
        'string',
        'string',
        'string',
        'optional_string',
        'strings',
        'strings',
        'u64',
        'bytes',
        'bytes',
      ],
      takesContext: true,
      predict({ numbers: [supply = 0n], bytes: [key, label] }, place) {
        const { objectId, cap, shared } = madeVault('nft_drop', place)
        const opened = { drop_id: objectId, public_key: bytesOf(key), supply, label: bytesOf(label) }
        return { results: [cap], shared, events: [event('Opened', NftOpened.serialize(opened))] }
      },
    },
    claim: {
      parameters: CLAIM,
      takesContext: true,
      predict(args, { packageId, coinType, nextId, tally, takeLooks }) {
        const { amount, nonce, claimer, events } = claimed(args)
        const vault = NftDropLayout.parse(args.objects[0]?.contents ?? new Uint8Array())
        const minted = tally(vault.id)
        const count = amount > MAX_PREDICTED_PIECES ? 0 : Number(amount)
        const gifts = Array.from({ length: count }, () => {
          const id = nextId()
          minted.count += 1n
          const { description, image_url: start, image_url_end: end } = vault
          const number = minted.count
          const own = takeLooks(vault.id, number)
          const name = own?.name ?? `${vault.name} #${number}`
          const image_url = own?.image_url ?? (end === null ? start : `${start}${number}${end}`)
          const attributes = own?.attributes ?? vault.attributes
          const piece = { id, drop_id: vault.id, number, name, description, image_url, attributes }
          const contents = Nft.serialize(piece).toBytes()
          return { object: newObject(id, `${packageId}::nft_drop::Nft<${coinType}>`, contents), to: claimer }
        })
        return { events, gifts, usedNonce: nonce }
      },
    },
    raise_supply: {
      parameters: ['vault', 'cap', 'u64'],
      takesContext: false,
      predict(args) {
        const raised = DropCounted.serialize({ drop_id: idOf(args), returned: args.numbers[0] ?? 0n })
        return { events: [event('SupplyRaised', raised)] }
      },
    },
    add_piece: {
      parameters: ['vault', 'cap', 'u64', 'optional_string', 'optional_string', 'strings', 'strings'],
      takesContext: false,
      predict(args) {
        const [number = 0n] = args.numbers
        const [name = null, image_url = null] = args.optionalStrings
        const [names = [], values = []] = args.stringLists
        const attributes = names.map((key, index) => ({ key, value: values[index] ?? '' }))
        const raised = DropCounted.serialize({ drop_id: idOf(args), returned: number })
        return {
          looks: { number, looks: { name, image_url, attributes } },
          events: [event('SupplyRaised', raised)],
        }
      },
    },
    pause: named('Paused'),
    resume: named('Resumed'),
    rotate_key: ROTATE_KEY,
    close: {
      parameters: ['vault_by_value', 'cap_by_value'],
      takesContext: true,
      predict(args) {
        const { supply, minted } = NftDropLayout.parse(args.objects[0]?.contents ?? new Uint8Array())
        const returned = BigInt(supply) - BigInt(minted)
        return { events: [event('Closed', DropCounted.serialize({ drop_id: idOf(args), returned }))] }
      },
    },
  },
  payment: {
    pay: {
      parameters: ['coin', 'address', 'bytes'],
      takesContext: true,
      predict({ objects: [coin], addresses: [to = ''], bytes: [reference] }, { sender, coinType }) {
        if (coin === undefined) return {}
        const amount = balanceIn(coin)
        const paid = { from: sender, recipient: to, amount, reference: bytesOf(reference) }
        const object = newCoin(coin.objectId, coinType, amount)
        const events = [event('Paid', PaidLayout.serialize(paid))]
        return { gifts: [{ object: { ...object, owner: coin.owner }, to }], events }
      },
    },
  },
}

const balanceIn = (coin: HeldObject | undefined): bigint =>
  coin === undefined ? 0n : coinValue(coin.contents)

export const dropkitFunction = (module: string, name: string): DropkitFunction | undefined =>
  MODULES[module]?.[name]
