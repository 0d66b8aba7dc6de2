import { MAX_LIMIT } from '@dropkit/core/internal'
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
} from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

type Variables = { readonly [name: string]: unknown }

/** How many elements a list is taken to have that cannot be told how many to give. */
const UNBOUNDED_LIST = 20
const DEFAULT_LIMIT = 50
/** By which a list is told how many to give. */
const LENGTH_ARGUMENTS: readonly string[] = ['limit', 'points']

/** Refuses an operation whose answer could hold too many objects. */
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
 * The same for a document that is kept: what it costs is counted once, unless it depends on its variables. They are
 * looked at for the length of a list alone, which is an Int.
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
 * How many objects the answer could hold: each list is taken to be as long as the operation says. A list inside
 * others that names no limit counts once here; `ObjectMeter` counts what it really holds.
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

/** What is to be counted of an operation, and how many a field gives. */
interface Counting {
  readonly fieldOf: (parent: GraphQLObjectType, name: string) => Field | undefined
  readonly lengthOf: (field: Field, node: FieldNode, isRoot: boolean) => number
}

/** However often a fragment is spread, it is walked once. */
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

  // There are no interfaces or unions here, so a fragment is always on the type that it is spread in.
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
  // How long it will be depends on what there is: it is counted when it is there.
  if (given === undefined && !isRoot) return 1
  const fallback = typeof definition.defaultValue === 'number' ? definition.defaultValue : DEFAULT_LIMIT
  // A longer list is refused anyway, and in words that say so.
  return Math.min(Math.max(given ?? fallback, 1), MAX_LIMIT)
}

function givenLength(node: FieldNode, argument: string, variables: Variables): number | undefined {
  const value = node.arguments?.find(({ name }) => name.value === argument)?.value
  if (value?.kind === Kind.INT) return Number(value.value)
  if (value?.kind !== Kind.VARIABLE) return undefined
  const given = variables[value.name.value]
  if (typeof given === 'number') return given
  // The variable may have a default of its own: the most that could be asked for.
  return given === undefined ? MAX_LIMIT : undefined
}
