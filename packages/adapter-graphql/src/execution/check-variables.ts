import { MAX_CLAIM_LINKS } from '@dropkit/core/internal'
import {
  type ASTNode,
  coerceInputValue,
  type DocumentNode,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  type OperationDefinitionNode,
  print,
  typeFromAST,
  type VariableDefinitionNode,
  type VariableNode,
  visit,
} from 'graphql'
import { type ErrorExtensions, payloadTooLarge } from '../errors/request-error.ts'
import { LIMITS } from '../limits/limits.ts'

type Variables = { readonly [name: string]: unknown }

const MAX_ERRORS = 50

/**
 * Rejects variables that do not match the operation's declarations. The engine checks them too, but its message repeats the
 * whole value (which may be a file or a key) and does not name the field.
 */
export function refuseBadVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  uses: UsesOfVariables,
  variables: Variables,
): void {
  refuseUndeclared(variableDefinitions, variables)
  const errors: GraphQLError[] = []
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type)
    if (isInputType(type)) refuseLongLists(type, variables[name], name, mostItemsOf(uses.get(name)))
    errors.push(...errorsOf(schema, definition, variables, MAX_ERRORS - errors.length))
    if (errors.length === MAX_ERRORS) break
  }
  if (errors.length > 0) throw new AggregateError(errors, 'variables do not fit the operation')
}

/** The same check, prepared once for a cached document. */
export function variableJudge(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  uses: UsesOfVariables,
): (variables: Variables) => void {
  const { variableDefinitions = [] } = operation
  const tests = variableDefinitions.map(({ variable, type }) => {
    const name = variable.name.value
    const inputType = typeFromAST(schema, type)
    const test = isInputType(inputType) ? variableTest(inputType, mostItemsOf(uses.get(name))) : () => false
    return { name, test }
  })
  return (variables) => {
    refuseUndeclared(variableDefinitions, variables)
    const areRight = tests.every(({ name, test }) => Object.hasOwn(variables, name) && test(variables[name]))
    if (!areRight) refuseBadVariables(schema, operation, uses, variables)
  }
}

/** The maximum number of characters and values, including names, in all undeclared variables. */
const MAX_UNUSED = 1_000

/**
 * Undeclared variables are not used, so they must not cost much. Small ones are ignored, as GraphQL specifies, because some
 * clients send the same variables with every operation.
 */
function refuseUndeclared(definitions: readonly VariableDefinitionNode[], variables: Variables): void {
  let size = 0
  for (const name in variables) {
    if (definitions.some(({ variable }) => variable.name.value === name)) continue
    size += name.length + sizeUpTo(variables[name], MAX_UNUSED)
    if (size < MAX_UNUSED) continue
    throw new GraphQLError(
      `Variable $${name.slice(0, 100)} is not declared by the operation, and is too large to be ignored`,
      {
        extensions: {
          code: 'BAD_USER_INPUT',
          retryable: false,
          field: name.slice(0, 100),
        } satisfies ErrorExtensions,
      },
    )
  }
}

/** The names of the arguments and fields in which each variable is used, by the variable's name. */
export type UsesOfVariables = ReadonlyMap<string, readonly string[]>

export function usesOfVariables(
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
): UsesOfVariables {
  const uses = new Map<string, string[]>()
  const visitor = {
    VariableDefinition: () => false,
    Variable({ name }: VariableNode, _key: unknown, parent: ASTNode | readonly ASTNode[] | undefined) {
      const names = uses.get(name.value) ?? []
      uses.set(name.value, names)
      names.push((parent && 'name' in parent ? parent.name?.value : undefined) ?? '')
    },
  }
  for (const definition of definitions)
    if (definition === operation || definition.kind === Kind.FRAGMENT_DEFINITION) visit(definition, visitor)
  return uses
}

/** Most values of a list, unless the rules allow more under its name. The rules check the exact number, at each use. */
const MOST_ITEMS = 1_000
const MOST_ITEMS_UNDER: ReadonlyMap<string, number> = new Map([['publicKeys', MAX_CLAIM_LINKS]])

const mostItemsOf = (names: readonly string[] = []): number =>
  names.reduce((most, name) => Math.max(most, MOST_ITEMS_UNDER.get(name) ?? 0), MOST_ITEMS)

/** Throws if a list is longer than any that the rules allow, before anything reads its values. */
function refuseLongLists(type: GraphQLInputType, value: unknown, path: string, most: number): void {
  const bare = getNullableType(type)
  if (isListType(bare) && Array.isArray(value)) {
    if (value.length > most) throw longList(path, value.length, most)
    if (isInputObjectType(getNamedType(bare)))
      for (const item of value) refuseLongLists(bare.ofType, item, path, most)
  } else if (isListType(bare)) refuseLongLists(bare.ofType, value, path, most)
  else if (isInputObjectType(bare) && typeof value === 'object' && value !== null) {
    for (const { name, type: ofField } of Object.values(bare.getFields()))
      refuseLongLists(ofField, (value as Variables)[name], `${path}.${name}`, mostItemsOf([name]))
  }
}

const longList = (path: string, length: number, most: number): GraphQLError =>
  new GraphQLError(`${path} must have at most ${most} values, it has ${length}`, {
    extensions: {
      code: 'BAD_USER_INPUT',
      reason: 'TOO_MANY',
      retryable: false,
      field: path.slice(path.lastIndexOf('.') + 1),
      details: { most },
    } satisfies ErrorExtensions,
  })

/** What a value counts as, in characters. */
const SIZE_OF_VALUE = 64

/** Rejects large variables that are used many times, because each use reads and checks them again. */
export function repeatedVariableJudge(uses: UsesOfVariables): (variables: Variables) => void {
  const repeated = [...uses].filter(([, names]) => names.length > 1)
  const value = LIMITS.repeatedVariables
  return (variables) => {
    let size = 0
    for (const [name, names] of repeated)
      size += (names.length - 1) * sizeUpTo(variables[name], value, SIZE_OF_VALUE)
    if (size <= value) return
    const message = `The variables that are used again have more than ${value} characters, at most ${value} are read`
    throw payloadTooLarge(message, { limit: 'repeatedVariables', value, asked: size })
  }
}

/** Counts the values and characters in a JSON value, up to a limit. Deeply nested values do not overflow the stack. */
function sizeUpTo(value: unknown, limit: number, sizeOfValue = 1): number {
  const rest: unknown[] = [value]
  let size = 0
  while (rest.length > 0 && size < limit) {
    const next = rest.pop()
    size += sizeOfValue + (typeof next === 'string' ? next.length : 0)
    if (typeof next !== 'object' || next === null) continue
    for (const name in next) {
      size += name.length
      if (rest.push((next as Variables)[name]) + size >= limit) return limit
    }
  }
  return size
}

/** Stops at `most` errors, because each takes time: for the suggestion of a name, and to find its line in the document. */
function errorsOf(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  variables: Variables,
  most: number,
): readonly GraphQLError[] {
  const name = definition.variable.name.value
  const type = typeFromAST(schema, definition.type)
  if (!isInputType(type)) return []
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value === undefined) {
    if (!isNonNullType(type) || definition.defaultValue) return []
    const message = `Variable $${name} of type ${print(definition.type)} is missing`
    return [variableError(definition, message, name)]
  }
  const errors: GraphQLError[] = []
  try {
    coerceInputValue(value, type, (path, _value, error) => {
      const missing = MISSING_FIELD.exec(error.message)?.[1]
      const place = [name, ...path, ...(missing === undefined ? [] : [missing])]
      errors.push(
        variableError(definition, `${place.join('.')}: ${error.message}`, place.findLast(isName) ?? name),
      )
      if (errors.length === most) throw ENOUGH
    })
  } catch (thrown) {
    if (thrown !== ENOUGH) throw thrown
  }
  return errors
}

/** Thrown through graphql-js to stop it. */
const ENOUGH = new Error('too many errors to report')

const isName = (part: string | number): part is string => typeof part === 'string'

const MISSING_FIELD = /^Field "(\w+)" (?:of required type|is not defined by type)/

const variableError = (node: VariableDefinitionNode, message: string, field: string): GraphQLError =>
  new GraphQLError(message, {
    nodes: node,
    extensions: { code: 'BAD_USER_INPUT', retryable: false, field } satisfies ErrorExtensions,
  })

/**
 * Returns true only for values that are certainly valid. `refuseBadVariables` checks others, and says what is wrong: also
 * for a list that is too long.
 */
type VariableTest = (value: unknown) => boolean

/**
 * Creates a test for a type, once per type. Most variables are valid, and this test takes a tenth of the time of
 * graphql-js, which tracks a path and makes a copy.
 */
export function variableTest(type: GraphQLInputType, mostItems = MOST_ITEMS): VariableTest {
  if (isNonNullType(type)) {
    const test = variableTest(type.ofType, mostItems)
    return (value) => value !== null && test(value)
  }
  const test = presentTest(type, mostItems)
  return (value) => value === null || test(value)
}

function presentTest(type: GraphQLInputType, mostItems: number): VariableTest {
  if (isListType(type)) {
    const test = variableTest(type.ofType, mostItems)
    return (value) => Array.isArray(value) && value.length <= mostItems && value.every(test)
  }
  if (isInputObjectType(type)) return objectTest(type)
  if (isEnumType(type)) return (value) => typeof value === 'string' && type.getValue(value) !== undefined
  return SCALARS[String(type)] ?? (() => false)
}

const SCALARS: Readonly<Record<string, VariableTest>> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => typeof value === 'number' && value === (value | 0),
  Float: (value) => Number.isFinite(value),
}

function objectTest(type: GraphQLInputObjectType): VariableTest {
  // Created on first use, because a type may have fields of its own type.
  let fields: ReadonlyMap<string, VariableTest> | undefined
  const definitions = Object.values(type.getFields())
  const required = definitions.filter(isRequiredInputField).map(({ name }) => name)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    fields ??= new Map(
      definitions.map((field) => [field.name, variableTest(field.type, mostItemsOf([field.name]))]),
    )
    for (const name in value) {
      if (!fields.get(name)?.((value as { readonly [name: string]: unknown })[name])) return false
    }
    return required.every((name) => Object.hasOwn(value, name))
  }
}
