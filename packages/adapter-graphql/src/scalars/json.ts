import type { Json } from '@dropkit/core'
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql'

type Variables = { readonly [name: string]: unknown } | null | undefined

/** Any JSON value, also as a literal in the query, which may contain variables. */
export const JsonScalar = new GraphQLScalarType<Json, Json>({
  name: 'JSON',
  serialize: (value) => value as Json,
  parseValue: (value) => value as Json,
  parseLiteral: (node, variables) => literal(node, variables),
})

function literal(node: ValueNode, variables: Variables): Json {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value
    case Kind.INT:
    case Kind.FLOAT:
      return finite(node.value)
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map((value) => literal(value, variables))
    case Kind.OBJECT:
      // fromEntries defines own properties, so a field named __proto__ is an ordinary field.
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literal(value, variables)]))
    case Kind.VARIABLE:
      return (variables?.[node.name.value] ?? null) as Json
    case Kind.ENUM:
      throw new GraphQLError(`JSON has no bare word ${node.value}`, { nodes: node })
  }
}

function finite(digits: string): number {
  const value = Number(digits)
  if (Number.isFinite(value)) return value
  throw new GraphQLError(`${digits} is larger than a JSON number can be`)
}
