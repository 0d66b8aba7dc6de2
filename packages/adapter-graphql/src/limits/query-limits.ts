import { MAX_LIMIT } from '@dropkit/core/internal'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql'
import { payloadTooLarge, tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

/** Rejects a query that is too long. */
export function refuseLongText(query: string): void {
  const bytes = Buffer.byteLength(query)
  const value = LIMITS.queryBytes
  if (bytes <= value) return
  const message = `The query is ${bytes} bytes long, at most ${value} are read`
  throw payloadTooLarge(message, { limit: 'queryBytes', value, asked: bytes })
}

/** Converts an error of the parser's own limit to ours. Returns any other error unchanged. */
export function explainEngineLimit(error: unknown, query: string): unknown {
  if (!(error instanceof GraphQLError)) return error
  return error.message.includes('tokens. Parsing aborted') ? tooManyTokens(query) : error
}

function tooManyTokens(query: string): GraphQLError {
  const asked = countTokens(query)
  const value = LIMITS.queryTokens
  const message = `The query has ${asked ?? `more than ${value}`} tokens, at most ${value} are read`
  return tooComplex(message, { limit: 'queryTokens', value, asked })
}

function countTokens(query: string): number | null {
  const lexer = new Lexer(new Source(query))
  let count = 0
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count++
    return count
  } catch {
    return null
  }
}

type Variables = { readonly [name: string]: unknown }

/** The assumed length of a list that has no argument for its length. */
const UNBOUNDED_LIST = 20
const DEFAULT_LIMIT = 50
/** The arguments that set the length of a list. */
const LENGTH_ARGUMENTS: readonly string[] = ['limit', 'points']

/** Rejects an operation whose answer could contain too many objects. */
export function refuseCostly(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  const asked = costOf(schema, document, operation, variables)
  const value = LIMITS.queryCost
  if (asked <= value) return
  const message = `The answer could contain ${asked} objects; the limit is ${value}. Request fewer at a time`
  throw tooComplex(message, { limit: 'queryCost', value, asked })
}

/**
 * The same check for a cached document: its cost is counted once, unless it depends on variables. Variables matter only for
 * the length of a list, which is an Int.
 */
export function costJudge(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): (variables: Variables) => void {
  const judge = (variables: Variables) => refuseCostly(schema, document, operation, variables)
  const isFixed = !operation.variableDefinitions?.some(({ type }) => /^Int!?$/.test(print(type)))
  return isFixed && costOf(schema, document, operation, {}) <= LIMITS.queryCost ? () => {} : judge
}

/**
 * The number of objects that the answer could contain: each list counts with the length that the operation requests. A
 * nested list without a limit counts once here; `ObjectMeter` counts its real length.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  return countObjects(schema, document, operation, {
    fieldOf: (parent, name) => parent.getFields()[name],
    lengthOf: (field, node, isRoot) => lengthOf(field, node, variables, isRoot),
  })
}

type Field = GraphQLField<unknown, unknown>

/** The objects to count, and the number that a field returns. */
interface Counting {
  readonly fieldOf: (parent: GraphQLObjectType, name: string) => Field | undefined
  readonly lengthOf: (field: Field, node: FieldNode, isRoot: boolean) => number
}

/** Visits each fragment once, however often it is spread. */
export function countObjects(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { fieldOf, lengthOf }: Counting,
): number {
  const root = schema.getRootType(operation.operation)
  if (!root) return 0
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  const byFragment = new Map<string, number>()

  function costOfSelections({ selections }: SelectionSetNode, parent: GraphQLObjectType): number {
    let cost = 0
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) cost += costOfField(selection, parent)
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        cost += costOfSelections(selection.selectionSet, parent)
      else cost += costOfFragment(selection.name.value, parent)
    }
    return cost
  }

  // The schema has no interfaces and no unions, so the type of a fragment is the type in which it is spread.
  function costOfFragment(name: string, parent: GraphQLObjectType): number {
    const known = byFragment.get(name)
    if (known !== undefined) return known
    const fragment = fragments.get(name)
    const cost = fragment ? costOfSelections(fragment.selectionSet, parent) : 0
    byFragment.set(name, cost)
    return cost
  }

  function costOfField(node: FieldNode, parent: GraphQLObjectType): number {
    const field = fieldOf(parent, node.name.value)
    if (!field || !node.selectionSet) return 0
    const type = getNamedType(field.type)
    if (!isObjectType(type)) return 0
    return lengthOf(field, node, parent === root) * (1 + costOfSelections(node.selectionSet, type))
  }

  return costOfSelections(operation.selectionSet, root)
}

function lengthOf(field: Field, node: FieldNode, variables: Variables, isRoot: boolean): number {
  if (!isListType(getNullableType(field.type))) return 1
  const definition = field.args.find(({ name }) => LENGTH_ARGUMENTS.includes(name))
  if (!definition) return UNBOUNDED_LIST
  const given = givenLength(node, definition.name, variables)
  // The length depends on the data. It is counted during execution.
  if (given === undefined && !isRoot) return 1
  const fallback = typeof definition.defaultValue === 'number' ? definition.defaultValue : DEFAULT_LIMIT
  // A longer list is rejected with a more specific error elsewhere.
  return Math.min(Math.max(given ?? fallback, 1), MAX_LIMIT)
}

function givenLength(node: FieldNode, argument: string, variables: Variables): number | undefined {
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value
  if (value?.kind === Kind.INT) return Number(value.value)
  if (value?.kind !== Kind.VARIABLE) return undefined
  const given = variables[value.name.value]
  if (typeof given === 'number') return given
  // The variable may have its own default, so the maximum is assumed.
  return given === undefined ? MAX_LIMIT : undefined
}
