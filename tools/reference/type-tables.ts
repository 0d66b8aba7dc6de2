import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql'
import { code, heading, link, parts, slugOf, table } from './markdown.ts'

const titleOf = (type: GraphQLNamedType): string => `${wordFor(type)} ${code(type.name)}`

export const anchorOfType = (type: GraphQLNamedType): string => slugOf(titleOf(type))

export function linkToType(type: GraphQLType): string {
  const named = getNamedType(type)
  return isSpecifiedScalarType(named)
    ? code(String(type))
    : link(code(String(type)), `#${anchorOfType(named)}`)
}

/** One row per argument or input field: whether it is optional, its default, and its meaning. */
export const inputTable = (head: string, inputs: readonly (GraphQLArgument | GraphQLInputField)[]): string =>
  table(
    [head, 'type', 'default', 'meaning'],
    inputs.map(({ name, type, description, astNode, deprecationReason }) => [
      code(name),
      linkToType(type),
      astNode?.defaultValue?.loc ? code(textAt(astNode.defaultValue.loc)) : '',
      withDeprecation(description, deprecationReason),
    ]),
  )

const textAt = ({ source, start, end }: { source: { body: string }; start: number; end: number }): string =>
  source.body.slice(start, end)

const withDeprecation = (description: string | null | undefined, reason: string | null | undefined): string =>
  [description ?? '', reason ? `Deprecated: ${reason}.` : ''].join(' ').trim()

const fieldTable = (fields: readonly GraphQLField<unknown, unknown>[]): string =>
  table(
    ['field', 'type', 'meaning'],
    fields.map(({ name, args, type, description, deprecationReason }) => [
      code(args.length === 0 ? name : `${name}(${args.map((arg) => `${arg.name}: ${arg.type}`).join(', ')})`),
      linkToType(type),
      withDeprecation(description, deprecationReason),
    ]),
  )

export function typeSection(type: GraphQLNamedType): string {
  if (!type.description) throw new Error(`${type.name} has no description in the schema`)
  return parts(heading(4, titleOf(type)), type.description, membersOf(type))
}

function wordFor(type: GraphQLNamedType): string {
  if (isScalarType(type)) return 'scalar'
  if (isEnumType(type)) return 'enum'
  return isInputObjectType(type) ? 'input' : 'type'
}

function membersOf(type: GraphQLNamedType): string {
  if (isObjectType(type)) return fieldTable(Object.values(type.getFields()))
  if (isInputObjectType(type)) return inputTable('field', Object.values(type.getFields()))
  if (!isEnumType(type)) return ''
  return table(
    ['value', 'meaning'],
    type.getValues().map(({ name, description }) => {
      if (!description) throw new Error(`${type.name}.${name} has no description in the schema`)
      return [code(name), description]
    }),
  )
}
