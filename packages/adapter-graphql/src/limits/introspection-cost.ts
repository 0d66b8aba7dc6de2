import {
  type DocumentNode,
  type GraphQLSchema,
  getNullableType,
  isListType,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'
import { countObjects } from './query-cost.ts'

const META_FIELDS = new Map([SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]))

/** Approximate lengths of the lists in introspection results. Most of them are short. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['fields', 12],
  ['inputFields', 6],
  ['args', 2],
  ['enumValues', 2],
  ['directives', 5],
])

/** Rejects an operation that selects the schema's description too often, under any aliases. Counts once per document. */
export function introspectionJudge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): () => void {
  const root = schema.getRootType(operation.operation)
  const types = Object.keys(schema.getTypeMap()).length
  const asked = countObjects(schema, document, operation, {
    // Fields outside of the schema's description are counted by the query cost instead.
    fieldOf: (parent, name) => (parent === root ? META_FIELDS.get(name) : parent.getFields()[name]),
    lengthOf: ({ name, type }) => {
      if (!isListType(getNullableType(type))) return 1
      return name === 'types' ? types : (LENGTHS.get(name) ?? 1)
    },
  })
  const value = LIMITS.introspectionCost
  if (asked <= value) return () => {}
  const message = `The introspection would contain about ${asked} objects; the limit is ${value}. Request it once`
  return () => {
    throw tooComplex(message, { limit: 'introspectionCost', value, asked })
  }
}
