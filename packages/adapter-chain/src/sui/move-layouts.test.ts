import { readdirSync, readFileSync } from 'node:fs'
import { deserialize } from '@mysten/move-bytecode-template'
import { type BcsType, bcs } from '@mysten/sui/bcs'
import { describe, expect, test } from 'vitest'
import { compiledDropkit } from './coin-template.ts'
import {
  ClaimedLayout,
  DropLayout,
  FundedLayout,
  failureReason,
  NftDropLayout,
  OpenedLayout,
  OpenedPiecesLayout,
  PaidLayout,
} from './move-layouts.ts'

type Signature = string | { readonly [kind: string]: unknown }

interface Module {
  readonly identifiers: readonly string[]
  readonly module_handles: readonly { readonly name: number }[]
  readonly self_module_handle_idx: number
  readonly datatype_handles: readonly { readonly name: number }[]
  readonly struct_defs: readonly {
    readonly struct_handle: number
    readonly field_information: {
      readonly Declared: readonly { readonly name: number; readonly signature: Signature }[]
    }
  }[]
}

interface Sample {
  readonly type: BcsType<unknown>
  readonly value: unknown
}

const modules: readonly Module[] = (await compiledDropkit()).modules.map((module) =>
  deserialize(Buffer.from(module, 'base64')),
)

const ADDRESS = `0x${'5a'.repeat(32)}`
const sample = <T, Input>(type: BcsType<T, Input>, value: unknown): Sample => ({
  type: type as unknown as BcsType<unknown>,
  value,
})

/** Samples of Sui structs, by name. */
const OF_SUI: Readonly<Record<string, Sample>> = {
  UID: sample(bcs.Address, ADDRESS),
  ID: sample(bcs.Address, ADDRESS),
  String: sample(bcs.string(), 'a text ☂'),
  Balance: structOf('Balance', { value: sample(bcs.u64(), '18446744073709551615') }),
  Option: sample(bcs.option(bcs.string()), '.png'),
  VecMap: sample(bcs.vector(bcs.struct('Entry', { key: bcs.string(), value: bcs.string() })), [
    { key: 'Skin', value: 'green' },
  ]),
  Table: structOf('Table', { id: sample(bcs.Address, ADDRESS), size: sample(bcs.u64(), '3') }),
}

function structOf(name: string, fields: Readonly<Record<string, Sample>>): Sample {
  const types = Object.fromEntries(Object.entries(fields).map(([field, { type }]) => [field, type]))
  const values = Object.fromEntries(Object.entries(fields).map(([field, { value }]) => [field, value]))
  return sample(bcs.struct<Record<string, BcsType<unknown>>, string>(name, types), values)
}

/** A sample of the compiled struct, with a value in each of its fields. */
function compiledStruct(moduleName: string, name: string): Sample {
  const module = modules.find(
    ({ identifiers, module_handles, self_module_handle_idx }) =>
      identifiers[module_handles[self_module_handle_idx]?.name ?? -1] === moduleName,
  )
  if (!module) throw new Error(`no module ${moduleName}`)
  const nameOf = (handle: number) => module.identifiers[module.datatype_handles[handle]?.name ?? -1] ?? ''
  const found = module.struct_defs.find(({ struct_handle }) => nameOf(struct_handle) === name)
  if (!found) throw new Error(`no struct ${moduleName}::${name}`)

  const read = (signature: Signature): Sample => {
    if (signature === 'Bool') return sample(bcs.bool(), true)
    if (signature === 'U64') return sample(bcs.u64(), '7')
    if (signature === 'Address') return sample(bcs.Address, ADDRESS)
    if (typeof signature === 'string') throw new Error(`no sample of ${signature}`)
    if (signature['Vector'] === 'U8') return sample(bcs.byteVector(), new Uint8Array([1, 2, 3]))
    if (signature['Vector'] !== undefined) {
      const element = read(signature['Vector'] as Signature)
      return sample(bcs.vector(element.type), [element.value, element.value])
    }
    const instance = signature['DatatypeInstantiation'] as readonly [number] | undefined
    const typeName = nameOf(instance?.[0] ?? (signature['Datatype'] as number))
    const home = typeName === 'Nonces' ? 'nonces' : moduleName
    return OF_SUI[typeName] ?? compiledStruct(home, typeName)
  }
  const fields = found.field_information.Declared.map(
    ({ name: field, signature }) => [module.identifiers[field] ?? '', read(signature)] as const,
  )
  return structOf(name, Object.fromEntries(fields))
}

describe('how the structs of the package lie in BCS', () => {
  test.each([
    ['drop', 'Drop', DropLayout],
    ['nft_drop', 'NftDrop', NftDropLayout],
    ['drop', 'Opened', OpenedLayout],
    ['nft_drop', 'Opened', OpenedPiecesLayout],
    ['drop', 'Funded', FundedLayout],
    ['drop', 'Claimed', ClaimedLayout],
    ['nft_drop', 'Claimed', ClaimedLayout],
    ['payment', 'Paid', PaidLayout],
  ] as const)('%s::%s is read here as it is compiled', (module, name, layout) => {
    const { type, value } = compiledStruct(module, name)
    expect(layout.parse(type.serialize(value).toBytes())).toEqual(value)
  })
})

const PACKAGE = `0x${'ab'.repeat(32)}`

const reasonOf = (abortCode: string, module: string, location = PACKAGE) =>
  failureReason(
    { message: 'what the node says', MoveAbort: { abortCode, location: { package: location, module } } },
    PACKAGE,
  )

const sources = new URL('../../move/dropkit/sources/', import.meta.url)
const ERROR = /#\[error\(code = (\d+)\)\]\nconst (E\w+): vector<u8> = b"([^"]*)";/g
const aborts = readdirSync(sources).flatMap((file) =>
  [...readFileSync(new URL(file, sources), 'utf8').matchAll(ERROR)].map(
    ([, code = '', name = '', message = '']) => ({ module: file.replace('.move', ''), name, code, message }),
  ),
)

/** The abort code that the compiler writes: the code, the line, and the positions of name and message in the module. */
const cleverCode = (code: string, line = 165): string =>
  String((0xcn << 60n) | (BigInt(code) << 48n) | (BigInt(line) << 32n) | (4n << 16n) | 5n)

describe('the reason of a failed transaction', () => {
  test('has something to compare with', () => {
    expect(new Set(aborts.map(({ name }) => name)).size).toBe(13)
  })

  test.each(aborts)('names $name of $module as the Move source does', ({ module, name, code, message }) => {
    expect(reasonOf(cleverCode(code), module)).toBe(`${name}: ${message}`)
  })

  test('names the plain codes of packages that were published before', () => {
    expect(reasonOf('4', 'drop')).toMatch(/^ENonceUsed: /)
  })

  test("is the framework's own message where it has one", () => {
    const abort = {
      abortCode: cleverCode('2', 120),
      location: { package: '0x2', module: 'coin_registry' },
      cleverError: {
        constantName: 'ECurrencyAlreadyExists',
        constantType: 'vector<u8>',
        value: 'It is there.',
      },
    }
    expect(failureReason({ message: 'what the node says', MoveAbort: abort }, PACKAGE)).toBe(
      'ECurrencyAlreadyExists: It is there.',
    )
  })

  test('names the abort of a split that is too small', () => {
    expect(reasonOf('2', 'balance', '0x2')).toMatch(/^EInsufficientBalance: /)
  })

  const OF_FRAMEWORK = { constantName: 'ENone', constantType: 'vector<u8>', value: 'It is there.' }
  const reasonOfFramework = (cleverError: object) => {
    const location = { package: '0x2', module: 'coin_registry' }
    const abort = { abortCode: cleverCode('2'), location, cleverError }
    return failureReason({ message: 'what the node says', MoveAbort: abort as never }, PACKAGE)
  }

  test.each([
    [
      'a value of the framework that is not text',
      reasonOfFramework({ ...OF_FRAMEWORK, constantType: 'u64' }),
    ],
    [
      'a message of the framework without a name',
      reasonOfFramework({ ...OF_FRAMEWORK, constantName: undefined }),
    ],
    ['a name of the framework without a message', reasonOfFramework({ ...OF_FRAMEWORK, value: undefined })],
    ['an unknown code', reasonOf('99', 'drop')],
    ['a message without a code', reasonOf(cleverCode('255'), 'drop')],
    ['the first layout, which has no codes', reasonOf(String((0x8n << 60n) | (4n << 48n)), 'drop')],
    ["another package's code", reasonOf('4', 'drop', '0x5')],
    ["another module's code of the framework", reasonOf('2', 'table', '0x2')],
    ['no abort at all', failureReason({ message: 'what the node says' }, PACKAGE)],
    [
      'an abort that is nowhere',
      failureReason({ message: 'what the node says', MoveAbort: { abortCode: '4' } }, PACKAGE),
    ],
  ])('is the text of the node for %s', (_what, reason) => {
    expect(reason).toBe('what the node says')
  })
})
