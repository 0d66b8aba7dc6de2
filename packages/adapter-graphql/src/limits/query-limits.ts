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
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  valueFromASTUntyped,
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
export const UNBOUNDED_LIST = 20
const DEFAULT_LIMIT = 50
/** The arguments that set the length of a list. */
const LENGTH_ARGUMENTS: readonly string[] = ['limit', 'points']

/** Rejects an operation whose answer could contain too many objects, or a list with too many fields. */
export function refuseCostly(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  const { objects, fieldsOfList } = costOf(schema, document, operation, variables)
  if (objects > LIMITS.queryCost) {
    const value = LIMITS.queryCost
    const message = `The answer could contain ${objects} objects; the limit is ${value}. Request fewer at a time`
    throw tooComplex(message, { limit: 'queryCost', value, asked: objects })
  }
  if (fieldsOfList > LIMITS.fieldsOfList) {
    const value = LIMITS.fieldsOfList
    const message = `A list could contain ${fieldsOfList} fields; the limit is ${value}. Request a shorter list or fewer fields`
    throw tooComplex(message, { limit: 'fieldsOfList', value, asked: fieldsOfList })
  }
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
  if (!isFixed) return judge
  const { objects, fieldsOfList } = costOf(schema, document, operation, {})
  return objects <= LIMITS.queryCost && fieldsOfList <= LIMITS.fieldsOfList ? () => {} : judge
}

/** What an answer could contain. */
interface Cost {
  /**
   * Objects: each list counts with the length that the operation requests. A nested list without a limit counts once here;
   * `ObjectMeter` counts its real length.
   */
  readonly objects: number
  /** Values of the longest list, without those of objects in lists in it. */
  readonly fieldsOfList: number
}

export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): Cost {
  const readVariable = variableReader(operation, variables)
  return countAnswer(schema, document, operation, {
    fieldOf: (parent, name) => parent.getFields()[name],
    lengthOf: (field, node, isRoot) => lengthOf(field, node, readVariable, isRoot),
  })
}

type ReadVariable = (variable: string) => unknown

/** Returns the given value of a variable, or its default. */
function variableReader(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): ReadVariable {
  const defaults = new Map(
    variableDefinitions.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )
  return (name) => {
    if (Object.hasOwn(variables, name)) return variables[name]
    const defaultValue = defaults.get(name)
    return defaultValue && valueFromASTUntyped(defaultValue)
  }
}

type Field = GraphQLField<unknown, unknown>

/** The objects to count, and the number that a field returns. */
interface Counting {
  readonly fieldOf: (parent: GraphQLObjectType, name: string) => Field | undefined
  readonly lengthOf: (field: Field, node: FieldNode, isRoot: boolean) => number
}

/** A `Cost`, and the values of one object, without those of its lists. */
interface Count extends Cost {
  readonly fields: number
}

const NOTHING: Count = { objects: 0, fields: 0, fieldsOfList: 0 }
const ONE_VALUE: Count = { objects: 0, fields: 1, fieldsOfList: 0 }
const LIST_OF_VALUES: Count = { objects: 0, fields: UNBOUNDED_LIST, fieldsOfList: 0 }

/** Visits each fragment once, however often it is spread. */
export function countAnswer(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { fieldOf, lengthOf }: Counting,
): Cost {
  const root = schema.getRootType(operation.operation)
  if (!root) return NOTHING
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node)
  }
  const byFragment = new Map<string, Count>()

  function countOfSelections({ selections }: SelectionSetNode, parent: GraphQLObjectType): Count {
    let objects = 0
    let fields = 0
    let fieldsOfList = 0
    for (const selection of selections) {
      const count = countOfSelection(selection, parent)
      objects += count.objects
      fields += count.fields
      fieldsOfList = Math.max(fieldsOfList, count.fieldsOfList)
    }
    return { objects, fields, fieldsOfList }
  }

  function countOfSelection(selection: SelectionNode, parent: GraphQLObjectType): Count {
    if (selection.kind === Kind.FIELD) return countOfField(selection, parent)
    if (selection.kind === Kind.INLINE_FRAGMENT) return countOfSelections(selection.selectionSet, parent)
    return countOfFragment(selection.name.value, parent)
  }

  // The schema has no interfaces and no unions, so the type of a fragment is the type in which it is spread.
  function countOfFragment(name: string, parent: GraphQLObjectType): Count {
    const known = byFragment.get(name)
    if (known !== undefined) return known
    const fragment = fragments.get(name)
    const count = fragment ? countOfSelections(fragment.selectionSet, parent) : NOTHING
    byFragment.set(name, count)
    return count
  }

  function countOfField(node: FieldNode, parent: GraphQLObjectType): Count {
    const field = fieldOf(parent, node.name.value)
    const type = field && getNamedType(field.type)
    if (!field || !node.selectionSet || !isObjectType(type))
      return field && isList(field) ? LIST_OF_VALUES : ONE_VALUE
    const below = countOfSelections(node.selectionSet, type)
    const length = lengthOf(field, node, parent === root)
    const objects = length * (1 + below.objects)
    if (!isList(field)) return { ...below, objects }
    // A nested list that counts once gets its default length.
    const fieldsOfList = below.fields * (length === 1 ? DEFAULT_LIMIT : length)
    return { objects, fields: 0, fieldsOfList: Math.max(below.fieldsOfList, fieldsOfList) }
  }

  return countOfSelections(operation.selectionSet, root)
}

export const isList = ({ type }: Pick<Field, 'type'>): boolean => isListType(getNullableType(type))

function lengthOf(field: Field, node: FieldNode, readVariable: ReadVariable, isRoot: boolean): number {
  if (!isList(field)) return 1
  const definition = field.args.find(({ name }) => LENGTH_ARGUMENTS.includes(name))
  if (!definition) return UNBOUNDED_LIST
  const given = givenLength(node, definition.name, readVariable)
  // The length depends on the data. It is counted during execution.
  if (given === undefined && !isRoot) return 1
  const fallback = typeof definition.defaultValue === 'number' ? definition.defaultValue : DEFAULT_LIMIT
  // A longer list is rejected with a more specific error elsewhere.
  return Math.min(Math.max(given ?? fallback, 1), MAX_LIMIT)
}

function givenLength(node: FieldNode, argument: string, readVariable: ReadVariable): number | undefined {
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value
  if (value?.kind === Kind.INT) return Number(value.value)
  if (value?.kind !== Kind.VARIABLE) return undefined
  const given = readVariable(value.name.value)
  return typeof given === 'number' ? given : undefined
}
