// Asks for everything that can be reached from a root field, field by field, as deep as one query may go.
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'

/** Levels below the root field: everything once again below everything else, within the limits of a query. */
const LEVELS = 3
/** Few at a time: what could be shown at all is among the newest. */
const FEW = 3

type Field = GraphQLField<unknown, unknown>

const isList = ({ type }: Field) => isListType(getNullableType(type))

export const edgeOf = (type: GraphQLObjectType, field: Field) => `${type.name}.${field.name}`

/** All fields of a type, and all of theirs; `edges` notes which were asked for. */
export function everythingBelow(type: GraphQLObjectType, edges: Set<string>, levels = LEVELS): string {
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const below = getNamedType(field.type)
    if (field.args.some(isRequiredArgument))
      throw new Error(`${edgeOf(type, field)} wants arguments: give it some`)
    if (isObjectType(below) && levels === 0) return []
    edges.add(edgeOf(type, field))
    if (!isObjectType(below)) return [field.name]
    const few = isList(field) && field.args.some(({ name }) => name === 'limit') ? `(limit: ${FEW})` : ''
    return [`${field.name}${few} ${everythingBelow(below, edges, levels - 1)}`]
  })
  return `{ ${['__typename', ...parts].join(' ')} }`
}

/** Which fields of which types were answered with something, by what is named __typename in an answer. */
export function answeredIn(data: unknown, found: Set<string>): void {
  if (Array.isArray(data)) for (const one of data) answeredIn(one, found)
  if (typeof data !== 'object' || data === null) return
  const { __typename: name, ...fields } = data as Record<string, unknown>
  for (const [field, value] of Object.entries(fields)) {
    if (value === null || value === undefined) continue
    if (typeof name === 'string') found.add(`${name}.${field}`)
    // What is JSON has no fields of ours.
    if (typeof value === 'object') answeredIn(value, found)
  }
}
