import {
  buildSchema,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isScalarType,
} from 'graphql'
import type { Context } from '../context.ts'
import { CLOSED_BELOW, exceptToVisitors } from '../execution/visitor-rules.ts'
import { recoverAnswer } from '../idempotency/recovered-answers.ts'
import { isList } from '../limits/query-limits.ts'
import { createLoaders } from '../loaders.ts'
import { resolvers } from '../resolvers/index.ts'
import { absentWhenEmpty } from './absent-when-empty.ts'
import { counting, LARGE_VALUES, whenItsTurn, withPlace } from './counted-objects.ts'
import { createPace } from './pace.ts'
import { readSdl } from './read-sdl.ts'
import { showRecords } from './shown-records.ts'

type Resolver = GraphQLFieldResolver<unknown, Context>
type FieldResolvers = {
  readonly [field: string]: Resolver | Pick<GraphQLFieldConfig<unknown, Context>, 'resolve' | 'subscribe'>
}

/** The served schema with all its resolvers. */
export function createExecutableSchema(): GraphQLSchema {
  // Tests and `npm run check` build it with all rules.
  const schema = buildSchema(readSdl(), { assumeValidSDL: true })
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
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const shown = showRecords(types.filter((type) => !roots.includes(type) && !type.name.startsWith('__')))
  for (const type of types) {
    if (type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type)
      const show = shown.get(named) ?? ((value) => value)
      const { resolve = defaultFieldResolver } = field
      // A list without a resolver is part of an object, but may be longer than what is known of it before.
      const isCounted =
        type !== schema.getSubscriptionType() && (field.resolve !== undefined || isList(field))
      if (isObjectType(named) && isCounted) field.resolve = withPlace(counting(resolve, pace, show), field)
      else if (shown.has(named)) field.resolve = (...given) => show(resolve(...given))
      else if (field.resolve) field.resolve = withPlace(resolve, field)
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
