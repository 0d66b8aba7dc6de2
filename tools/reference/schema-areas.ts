import { readdirSync, readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  Kind,
  parse,
} from 'graphql'
import { readSdl } from '../../packages/adapter-graphql/src/schema/read-sdl.ts'

const folder = new URL('../../packages/adapter-graphql/schema/', import.meta.url)

/** The order of the areas in the reference. Areas that are not listed come last. */
const ORDER = ['service', 'users', 'api-keys', 'tokens', 'drops', 'gating', 'claims', 'payments', 'events']

export type RootKind = 'query' | 'mutation' | 'subscription'

export interface Operation {
  readonly kind: RootKind
  readonly field: GraphQLField<unknown, unknown>
}

/** The definitions of one SDL file. */
export interface SchemaArea {
  readonly name: string
  readonly operations: readonly Operation[]
  readonly types: readonly GraphQLNamedType[]
}

export const schema = buildSchema(readSdl())

export const rootTypes: { readonly [Kind in RootKind]: GraphQLObjectType } = {
  query: rootType('Query'),
  mutation: rootType('Mutation'),
  subscription: rootType('Subscription'),
}

function rootType(name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!type) throw new Error(`the schema has no ${name}`)
  return type as GraphQLObjectType
}

const isRoot = (name: string): boolean => name.toLowerCase() in rootTypes

export function schemaAreas(): readonly SchemaArea[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => name.slice(0, -'.graphql'.length))
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return names.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1)).map(areaOf)
}

function areaOf(name: string): SchemaArea {
  const { definitions } = parse(readFileSync(new URL(`${name}.graphql`, folder), 'utf8'))
  const operations: Operation[] = []
  const types: GraphQLNamedType[] = []
  for (const definition of definitions) {
    if (!('name' in definition) || !definition.name) continue
    const defined = definition.name.value
    if (definition.kind === Kind.OBJECT_TYPE_EXTENSION && isRoot(defined)) {
      const kind = defined.toLowerCase() as RootKind
      const fields = rootTypes[kind].getFields()
      for (const { name: field } of definition.fields ?? []) {
        const found = fields[field.value]
        if (found) operations.push({ kind, field: found })
      }
    } else if (!isRoot(defined)) {
      const type = schema.getType(defined)
      if (type) types.push(type)
    }
  }
  return { name, operations, types }
}
