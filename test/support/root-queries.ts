// Generates queries of every root field from the schema, with ids of records in the store.
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredInputField,
} from 'graphql'
import { nthWallet } from './full-store.ts'

export type RootField = GraphQLField<unknown, unknown>

export type KnownStore = {
  readonly dropId: string
  /** Ids and other texts, by the name of the root field that takes them, or by `field.argument`. */
  readonly ids: Readonly<Record<string, string>>
}

/** Values for an argument: all values of an enum, the largest page size, and the ids of known records. */
function valuesOf(name: string, type: GraphQLInputType, field: string, store: KnownStore): readonly string[] {
  const named = getNamedType(type)
  if (isEnumType(named)) return named.getValues().map((value) => value.name)
  if (isInputObjectType(named)) {
    const members = Object.values(named.getFields()).map((member) => ({
      isRequired: isRequiredInputField(member),
      values: valuesOf(member.name, member.type, field, store).map((value) => `${member.name}: ${value}`),
    }))
    const required = members.flatMap(({ isRequired, values: [first] }) =>
      isRequired && first ? [first] : [],
    )
    const alone = members.flatMap(({ isRequired, values }) => (isRequired ? values.slice(1) : values))
    const firsts = members.flatMap(({ values: [first] }) => first ?? [])
    // The required arguments alone, each optional argument added once, then the first values of all arguments.
    return [...alone.map((text) => [...required, text]), firsts].map((texts) => `{ ${texts.join(', ')} }`)
  }
  if (name === 'limit') return ['200']
  if (named.name === 'ID' || name === 'dropId') {
    if (name === 'after' || name === 'since') return []
    return [JSON.stringify(store.ids[field] ?? store.dropId)]
  }
  const isWallet =
    name === 'userAddress' || name === 'walletAddress' || `${field}.${name}` === 'lotteryWallets.after'
  if (isWallet) return [JSON.stringify(nthWallet(7))]
  if (name === 'recipient') return [JSON.stringify(nthWallet(8))]
  if (field === 'failingJobs' && name === 'kind') return ['"sweep"']
  if (name === 'types') return ['["drop.paused"]', '["claim.*"]']
  if (named.name === 'String')
    return [JSON.stringify(store.ids[`${field}.${name}`] ?? store.ids[field] ?? 'x')]
  return []
}

/** All fields of a type, including the fields of nested objects. */
function selectionOf(type: RootField['type'], depth = 2): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(({ type: of }) => String(of).endsWith('!'))) return []
    if (!isObjectType(getNamedType(field.type))) return [field.name]
    return depth > 1 ? [`${field.name} ${selectionOf(field.type, depth - 1)}`] : []
  })
  return `{ ${fields.join(' ')} }`
}

/** Queries of a root field: one with the first value of each argument, and one for each further value. */
export function queriesOfField(field: RootField, store: KnownStore): readonly string[] {
  const given = field.args.map((arg) =>
    valuesOf(arg.name, arg.type, field.name, store).map((value) => `${arg.name}: ${value}`),
  )
  const fixed = given.flatMap(([first]) => first ?? [])
  const variants = given.flatMap((values, place) =>
    values.slice(1).map((value) => fixed.map((text, index) => (index === place ? value : text))),
  )
  return [fixed, ...variants].map((args) => {
    const list = args.length > 0 ? `(${args.join(', ')})` : ''
    return `{ ${field.name}${list} ${selectionOf(field.type)} }`
  })
}
