import {
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../context.ts'
import { isList, UNBOUNDED_LIST } from '../limits/query-limits.ts'
import { OBJECTS_A_TURN, type Pace } from './pace.ts'
import type { Show } from './shown-records.ts'

type Resolver = GraphQLFieldResolver<unknown, Context>

/** An error takes as long as this many objects, because it contains its location in the text. */
const OBJECTS_PER_ERROR = 20
/** An object with more values takes as long as several objects. */
const VALUES_PER_OBJECT = 30

/** The fields of a drop whose values are parsed when they are read, and what a value counts as: it may have 130 kB. */
export const LARGE_VALUES: readonly string[] = ['metadata', 'gatingConfig']
const OBJECTS_PER_LARGE_VALUE = 40

/** Reads a large value when it is the turn of its request, unless the answer has become too large. */
export const whenItsTurn =
  (resolve: Resolver, pace: Pace): Resolver =>
  (parent, args, context, info) => {
    const read = () => context.objects.readLarge(() => resolve(parent, args, context, info), info)
    const turn = pace.take(context.objects, OBJECTS_PER_LARGE_VALUE)
    return turn ? turn.then(read) : read()
  }

/**
 * Counts the objects that a field returns, and shows them. A large answer, or one with many errors, is built over several
 * turns of the event loop, and only a few large ones are built at the same time.
 */
export function counting(resolve: Resolver, pace: Pace, show: Show): Resolver {
  const count = (found: unknown, { objects, isCompiled }: Context, info: GraphQLResolveInfo): unknown => {
    if (found === null || found === undefined) return found
    const value = show(found)
    const number = Array.isArray(value) ? value.length : 1
    objects.count(number)
    const slot = objects.slot()
    const weight = weightBelow(info)
    if (Array.isArray(value) && number * weight > OBJECTS_A_TURN && !isCompiled) {
      const inTurns = () => itemsInTurns(value, (items) => pace.take(objects, items * weight), weight)
      return slot ? slot.then(inTurns) : inTurns()
    }
    const take = () => pace.take(objects, number * weight)
    const turn = slot ? slot.then(take) : take()
    return turn ? turn.then(() => value) : value
  }
  const fail = (error: unknown, { objects }: Context): Promise<never> => {
    const turn = pace.take(objects, OBJECTS_PER_ERROR)
    if (turn) return turn.then(() => Promise.reject(error))
    throw error
  }
  const countOrFail = (value: unknown, context: Context, info: GraphQLResolveInfo): unknown => {
    try {
      return count(value, context, info)
    } catch (error) {
      return fail(error, context)
    }
  }
  return (parent, args, context, info) => {
    let value: unknown
    try {
      value = resolve(parent, args, context, info)
    } catch (error) {
      return fail(error, context)
    }
    return value instanceof Promise
      ? value.then(
          (given) => countOrFail(given, context, info),
          (error: unknown) => fail(error, context),
        )
      : countOrFail(value, context, info)
  }
}

/** The part of a turn that the items of a list may take together. */
const SHARE_OF_LIST = 0.5

/** Makes a list with promises as items, which resolve over several turns of the event loop. */
function itemsInTurns(
  list: readonly unknown[],
  take: (items: number) => Promise<void> | undefined,
  weight: number,
): unknown[] {
  const atOnce = Math.max(1, Math.floor((SHARE_OF_LIST * OBJECTS_A_TURN) / weight))
  const items: unknown[] = []
  for (let begin = 0; begin < list.length; begin += atOnce) {
    const some = list.slice(begin, begin + atOnce)
    const turn = take(some.length)
    for (const item of some) items.push(turn ? turn.then(() => item) : item)
  }
  return items
}

/** A longer list may take megabytes: a drop and a webhook delivery have up to 10 kB. */
const SHORT_LIST = 10

/** Reads a longer list when few others of its owner are in memory. */
export function withPlace(resolve: Resolver, { args }: GraphQLField<unknown, Context>): Resolver {
  if (!args.some(({ name }) => name === 'limit')) return resolve
  return (parent, given, context, info) => {
    const { limit } = given as { readonly limit?: number | null }
    // Null asks for the default length.
    const place = limit != null && limit <= SHORT_LIST ? undefined : context.objects.place()
    return place
      ? place.then(() => resolve(parent, given, context, info))
      : resolve(parent, given, context, info)
  }
}

const weights = new WeakMap<GraphQLResolveInfo['fieldNodes'], number>()

/** How many simple objects an object of this field counts for. A list below lists is reached many times in a request. */
function weightBelow(info: GraphQLResolveInfo): number {
  const known = weights.get(info.fieldNodes)
  if (known !== undefined) return known
  const weight = Math.max(1, Math.round(valuesBelow(info) / VALUES_PER_OBJECT))
  weights.set(info.fieldNodes, weight)
  return weight
}

/** The approximate number of values that are selected below a field, at any depth. Each fragment is visited once. */
function valuesBelow({ fieldNodes, fragments, returnType }: GraphQLResolveInfo): number {
  const byFragment = new Map<string, number>()
  const valuesIn = (set: SelectionSetNode | undefined, type: GraphQLOutputType): number =>
    set?.selections.reduce((sum, selection) => sum + valuesOf(selection, type), 0) ?? 0
  const valuesOf = (selection: SelectionNode, type: GraphQLOutputType): number => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return valuesIn(selection.selectionSet, type)
    if (selection.kind === Kind.FIELD) {
      const of = getNamedType(type)
      const field = isObjectType(of) ? of.getFields()[selection.name.value] : undefined
      if (!field) return 1
      const values = 1 + valuesIn(selection.selectionSet, field.type)
      // A list with a length counts by itself.
      return isList(field) && field.args.length === 0 ? values * UNBOUNDED_LIST : values
    }
    const name = selection.name.value
    const known = byFragment.get(name) ?? valuesIn(fragments[name]?.selectionSet, type)
    byFragment.set(name, known)
    return known
  }
  return fieldNodes.reduce((sum, { selectionSet }) => sum + valuesIn(selectionSet, returnType), 0)
}
