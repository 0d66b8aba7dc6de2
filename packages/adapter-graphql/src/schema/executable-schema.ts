import {
  buildSchema,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../context.ts'
import { CLOSED_BELOW, exceptToVisitors } from '../execution/visitor-rules.ts'
import { recoverAnswer } from '../idempotency/recovered-answers.ts'
import { createLoaders } from '../loaders.ts'
import { resolvers } from '../resolvers/index.ts'
import { absentWhenEmpty } from './absent-when-empty.ts'
import { createPace, type Pace } from './pace.ts'
import { readSdl } from './read-sdl.ts'

type Resolver = GraphQLFieldResolver<unknown, Context>
type FieldResolvers = {
  readonly [field: string]: Resolver | Pick<GraphQLFieldConfig<unknown, Context>, 'resolve' | 'subscribe'>
}

/** The served schema with all its resolvers. */
export function createExecutableSchema(): GraphQLSchema {
  const schema = buildSchema(readSdl())
  for (const [name, given] of Object.entries(resolvers)) {
    const type = schema.getType(name)
    if (given instanceof GraphQLScalarType && isScalarType(type)) readAndWriteBy(type, given)
    else if (isObjectType(type)) resolveBy(type, given as FieldResolvers)
    else throw new Error(`invariant broken: the schema has no ${name}`)
  }
  for (const field of fieldsOf(schema.getQueryType()))
    field.resolve = onceInARequest(answering(field, field.resolve))
  for (const field of fieldsOf(schema.getMutationType())) {
    const recover = recoverAnswer(field.name) as Resolver
    field.resolve = onceWithFreshLoaders(answering(field, field.resolve), recover)
  }
  for (const field of fieldsOf(schema.getSubscriptionType())) answering(field, field.subscribe)
  for (const [name, closed] of Object.entries(CLOSED_BELOW)) {
    for (const field of fieldsOf(schema.getType(name) as GraphQLObjectType).filter(isIn(closed)))
      field.resolve = exceptToVisitors(answering(field, field.resolve))
  }
  for (const field of fieldsOf(schema.getMutationType())) readEmptyAsAbsent(field)
  const pace = createPace()
  for (const field of fieldsOf(schema.getType('Drop') as GraphQLObjectType).filter(isIn(LARGE_VALUES)))
    field.resolve = whenItsTurn(field.resolve ?? defaultFieldResolver, pace)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__') || type === schema.getSubscriptionType()) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve && isObjectType(getNamedType(field.type)))
        field.resolve = withPlace(counting(field.resolve, pace), field)
    }
  }
  return schema
}

/** Applies to mutations only, because forms send mutations. Empty filters of a query are meant as given. */
function readEmptyAsAbsent(field: GraphQLField<unknown, Context>): void {
  const { args, resolve } = field
  if (args.length === 0 || !resolve) return
  field.resolve = (root, given, context, info) => resolve(root, absentWhenEmpty(args, given), context, info)
}

/** An error takes as long as this many objects, because it contains its location in the text. */
const OBJECTS_PER_ERROR = 20
/** An object of a list with more fields takes as long as several objects. */
const FIELDS_PER_OBJECT = 30

/** The fields of a drop whose values are parsed when they are read, and what a value counts as: it may have 130 kB. */
const LARGE_VALUES: readonly string[] = ['metadata', 'gatingConfig']
const OBJECTS_PER_LARGE_VALUE = 40

/** Reads a large value when it is the turn of its request, unless the answer has become too large. */
const whenItsTurn =
  (resolve: Resolver, pace: Pace): Resolver =>
  (parent, args, context, info) => {
    const read = () => context.objects.readLarge(() => resolve(parent, args, context, info), info)
    const turn = pace.take(context.objects, OBJECTS_PER_LARGE_VALUE)
    return turn ? turn.then(read) : read()
  }

/**
 * Counts the objects that a field returns. A large answer, or one with many errors, is built over several turns of the event
 * loop, and only a few large ones are built at the same time.
 */
function counting(resolve: Resolver, pace: Pace): Resolver {
  const count = (value: unknown, { objects }: Context, info: GraphQLResolveInfo): unknown => {
    if (value === null || value === undefined) return value
    const number = Array.isArray(value) ? value.length : 1
    objects.count(number)
    const slot = objects.slot()
    const weight = number > 1 ? number * weightBelow(info) : number
    const turn = slot ? slot.then(() => pace.take(objects, weight)) : pace.take(objects, weight)
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

/** The types of which a longer list may take megabytes: a drop may have 10 kB, an event 300 kB. */
const LARGE_TYPES: readonly string[] = ['Drop', 'Event', 'PlatformEvent']
const FEW_LARGE = 10

/** Reads a longer list of such objects when few others of its owner are in memory. */
function withPlace(resolve: Resolver, { type, args }: GraphQLField<unknown, Context>): Resolver {
  if (!LARGE_TYPES.includes(getNamedType(type).name) || !args.some(({ name }) => name === 'limit'))
    return resolve
  return (parent, given, context, info) => {
    const { limit } = given as { readonly limit?: unknown }
    const place = typeof limit === 'number' && limit > FEW_LARGE ? context.objects.place() : undefined
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
  const weight = Math.ceil(fieldsBelow(info) / FIELDS_PER_OBJECT)
  weights.set(info.fieldNodes, weight)
  return weight
}

/** The number of fields that are selected below a field, at any depth. Each fragment is visited once. */
function fieldsBelow({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const byFragment = new Map<string, number>()
  const fieldsIn = (set: SelectionSetNode | undefined): number =>
    set?.selections.reduce((sum, selection) => sum + fieldsOf(selection), 0) ?? 0
  const fieldsOf = (selection: SelectionNode): number => {
    if (selection.kind === Kind.FIELD) return 1 + fieldsIn(selection.selectionSet)
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet)
    const name = selection.name.value
    const known = byFragment.get(name) ?? fieldsIn(fragments[name]?.selectionSet)
    byFragment.set(name, known)
    return known
  }
  return fieldNodes.reduce((sum, { selectionSet }) => sum + fieldsIn(selectionSet), 0)
}

/** Fields with longer arguments are not compared. */
const MOST_ARGUMENT_LENGTH = 1_000

/** Resolves the same field with the same arguments only once per request, under any aliases. */
function onceInARequest(resolve: Resolver): Resolver {
  const answers = new WeakMap<object, Map<string, unknown>>()
  return (root, args, context, info) => {
    const key = keyOf(args)
    if (key === undefined) return resolve(root, args, context, info)
    const known = answers.get(context.objects) ?? new Map<string, unknown>()
    answers.set(context.objects, known)
    if (!known.has(key)) known.set(key, resolve(root, args, context, info))
    return known.get(key)
  }
}

function keyOf(args: object): string | undefined {
  let isLong = false
  const key = JSON.stringify(args, (_name, value: unknown) => {
    if (isLong) return undefined
    if (typeof value === 'string' && value.length > MOST_ARGUMENT_LENGTH) isLong = true
    if (Array.isArray(value) && value.length > MOST_ARGUMENT_LENGTH) isLong = true
    return isLong ? undefined : typeof value === 'bigint' ? `${value}n` : value
  })
  return isLong ? undefined : key
}

function readAndWriteBy(type: GraphQLScalarType, { serialize, parseValue, parseLiteral }: GraphQLScalarType) {
  Object.assign(type, { serialize, parseValue, parseLiteral })
}

function resolveBy(type: GraphQLObjectType, given: FieldResolvers): void {
  const fields = type.getFields()
  for (const [name, resolver] of Object.entries(given)) {
    const field = fields[name]
    if (!field) throw new Error(`invariant broken: the schema has no ${type.name}.${name}`)
    Object.assign(field, typeof resolver === 'function' ? { resolve: resolver } : resolver)
  }
}

/** Throws at startup if an operation has no resolver, because it would return null. */
function answering({ name }: { readonly name: string }, resolver: Resolver | undefined): Resolver {
  if (!resolver) throw new Error(`invariant broken: nothing answers ${name}`)
  return resolver
}

const isIn =
  (names: readonly string[]) =>
  ({ name }: { readonly name: string }): boolean =>
    names.includes(name)

const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.values(type?.getFields() ?? {})

/**
 * A mutation gets new loaders, so that its answer shows its changes and not what was read before in the same request. If an
 * earlier request with the same Idempotency-Key has already run the mutation, only the answer is built. The request's budget
 * does not count the reads of the mutation itself, because its work limits them, and some are shared with other requests.
 */
const onceWithFreshLoaders =
  (resolve: Resolver, recover: Resolver): Resolver =>
  (root, args, context, info) => {
    const { services, caller, record } = context
    context.loaders = createLoaders(services, caller, context.objects)
    if (record) record.hasRun = true
    const run = record?.effect ? recover : resolve
    const { withoutBudget } = services
    return withoutBudget
      ? withoutBudget(() => run(root, args, context, info))
      : run(root, args, context, info)
  }
