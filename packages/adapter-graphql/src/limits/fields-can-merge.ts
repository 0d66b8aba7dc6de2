import {
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  print,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
  type ValueNode,
} from 'graphql'
import { tooComplex } from '../errors/request-error.ts'
import { LIMITS } from './limits.ts'

/**
 * A field at its position in the document. The definition is undefined if the parent has no such field, which another rule
 * rejects.
 */
interface PlacedField {
  readonly node: FieldNode
  readonly parent: GraphQLNamedType | undefined
  readonly definition: GraphQLField<unknown, unknown> | undefined
}

interface PlacedSelections {
  readonly selections: SelectionSetNode
  readonly parent: GraphQLNamedType | undefined
}

interface Conflict {
  readonly name: string
  readonly reason: string
  readonly nodes: readonly FieldNode[]
}

/** The work limit for one document was reached. Work is counted in visited selections. */
const TOO_MUCH_WORK = 'too much work'

/**
 * The rule "field selection merging" of the GraphQL specification. The rule of graphql-js compares each field with all
 * others of the same name, and each fragment with all others, which takes up to 0.4 s for a text within the limits. This
 * rule collects all fields at a position, including those of fragments, and compares each with the first of the same name.
 * `fieldComparisons` limits its work.
 */
export const fieldsCanMergeRule: ValidationRule = (context) => ({
  Document({ definitions }) {
    const schema = context.getSchema()
    const merger = createMerger(context)
    for (const definition of definitions) {
      const isOperation = definition.kind === Kind.OPERATION_DEFINITION
      if (!isOperation && definition.kind !== Kind.FRAGMENT_DEFINITION) continue
      const parent = isOperation
        ? schema.getRootType(definition.operation)
        : schema.getType(definition.typeCondition.name.value)
      const found = merger.check([{ selections: definition.selectionSet, parent: parent ?? undefined }])
      if (found === TOO_MUCH_WORK) return context.reportError(tooManyComparisons())
      if (found) context.reportError(conflictError(found))
    }
  },
})

function conflictError({ name, reason, nodes }: Conflict): GraphQLError {
  const advice = 'Use different aliases on the fields to fetch both if this was intentional.'
  return new GraphQLError(`Fields "${name}" conflict because ${reason}. ${advice}`, { nodes })
}

function tooManyComparisons(): GraphQLError {
  const value = LIMITS.fieldComparisons
  const message = `It takes more than ${value} steps to compare the fields and fragments of the query. Use fewer of them`
  return tooComplex(message, { limit: 'fieldComparisons', value, asked: null })
}

interface Merger {
  /** Finds the first conflict among the fields of selections at one position, or below them. */
  check(place: readonly PlacedSelections[]): Conflict | typeof TOO_MUCH_WORK | undefined
}

function createMerger(context: ValidationContext): Merger {
  const schema = context.getSchema()
  const numbers = new Map<SelectionSetNode, number>()
  const checked = new Set<string>()
  let steps = 0

  function numberOf(selections: SelectionSetNode): number {
    const known = numbers.get(selections) ?? numbers.size
    numbers.set(selections, known)
    return known
  }

  /** All fields at a position, by response name. Undefined if that takes too much work. */
  function fieldsOf(place: readonly PlacedSelections[]): ReadonlyMap<string, PlacedField[]> | undefined {
    const fields = new Map<string, PlacedField[]>()
    const fragments = new Set<string>()
    const open = [...place]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { selections, parent } = next
      steps += selections.selections.length
      if (steps > LIMITS.fieldComparisons) return undefined
      for (const selection of selections.selections) {
        if (selection.kind === Kind.FIELD) {
          const name = selection.alias?.value ?? selection.name.value
          const definition = isObjectType(parent) ? parent.getFields()[selection.name.value] : undefined
          const field = { node: selection, parent, definition }
          const same = fields.get(name)
          if (same) same.push(field)
          else fields.set(name, [field])
          continue
        }
        const isSpread = selection.kind === Kind.FRAGMENT_SPREAD
        if (isSpread && fragments.has(selection.name.value)) continue
        if (isSpread) fragments.add(selection.name.value)
        const inside = isSpread ? context.getFragment(selection.name.value) : selection
        if (!inside) continue
        const type = inside.typeCondition ? schema.getType(inside.typeCondition.name.value) : parent
        open.push({ selections: inside.selectionSet, parent: type })
      }
    }
    return fields
  }

  /** `isShapeOnly`: the fields belong to objects of different types, so only one of them is ever in an answer. */
  function check(place: readonly PlacedSelections[], isShapeOnly = false): ReturnType<Merger['check']> {
    const key = `${isShapeOnly} ${place.map(({ selections }) => numberOf(selections)).join(' ')}`
    if (checked.has(key)) return undefined
    checked.add(key)
    const fields = fieldsOf(place)
    if (!fields) return TOO_MUCH_WORK
    for (const [name, same] of fields) {
      const found = checkSame(name, same, isShapeOnly)
      if (found) return found
    }
    return undefined
  }

  function checkSame(
    name: string,
    same: readonly PlacedField[],
    isShapeOnly: boolean,
  ): ReturnType<Merger['check']> {
    const groups = isShapeOnly ? [same] : byParent(same)
    if (groups.length > 1 || isShapeOnly) {
      const found = conflictOf(name, same, differenceOfShape) ?? check(below(same), true)
      if (found || isShapeOnly) return found
    }
    for (const group of groups) {
      const found =
        conflictOf(name, group, differenceOfCall) ??
        conflictOf(name, group, differenceOfShape) ??
        check(below(group))
      if (found) return found
    }
    return undefined
  }

  return { check }
}

/** Groups by object type. An object has exactly one type, and the schema has no interfaces and no unions. */
function byParent(fields: readonly PlacedField[]): readonly (readonly PlacedField[])[] {
  const groups = new Map<GraphQLNamedType | undefined, PlacedField[]>()
  for (const field of fields) {
    const group = groups.get(field.parent)
    if (group) group.push(field)
    else groups.set(field.parent, [field])
  }
  return [...groups.values()]
}

const below = (fields: readonly PlacedField[]): readonly PlacedSelections[] =>
  fields.flatMap(({ node: { selectionSet }, definition }) =>
    selectionSet ? [{ selections: selectionSet, parent: definition && getNamedType(definition.type) }] : [],
  )

/** Compares each field with the first one. That is enough, because the compared property is an equivalence relation. */
function conflictOf(
  name: string,
  [first, ...others]: readonly PlacedField[],
  difference: (one: PlacedField, other: PlacedField) => string | undefined,
): Conflict | undefined {
  if (!first) return undefined
  for (const other of others) {
    const reason = difference(first, other)
    if (reason !== undefined) return { name, reason, nodes: [first.node, other.node] }
  }
  return undefined
}

function differenceOfCall({ node: one }: PlacedField, { node: other }: PlacedField): string | undefined {
  if (one === other) return undefined
  if (one.name.value !== other.name.value)
    return `"${one.name.value}" and "${other.name.value}" are different fields`
  return argumentsOf(one) === argumentsOf(other) ? undefined : 'they have differing arguments'
}

function differenceOfShape(
  { definition: one }: PlacedField,
  { definition: other }: PlacedField,
): string | undefined {
  if (!one || !other || haveSameShape(one.type, other.type)) return undefined
  return `they return conflicting types "${one.type}" and "${other.type}"`
}

function haveSameShape(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (one === other) return true
  if (isNonNullType(one) || isNonNullType(other))
    return isNonNullType(one) && isNonNullType(other) && haveSameShape(one.ofType, other.ofType)
  if (isListType(one) || isListType(other))
    return isListType(one) && isListType(other) && haveSameShape(one.ofType, other.ofType)
  return !isLeafType(one) && !isLeafType(other)
}

/**
 * Returns the same text for the same arguments, whatever the order of the arguments and of the members of their objects.
 */
const argumentsOf = ({ arguments: given = [] }: FieldNode): string =>
  given.length === 0 ? '' : sorted(given.map(({ name, value }) => `${name.value}:${textOf(value)}`))

function textOf(value: ValueNode): string {
  if (value.kind === Kind.LIST) return `[${value.values.map(textOf).join()}]`
  if (value.kind !== Kind.OBJECT) return print(value)
  return `{${sorted(value.fields.map(({ name, value: member }) => `${name.value}:${textOf(member)}`))}}`
}

const sorted = (texts: readonly string[]): string => texts.toSorted().join()
