import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql'

/** Returns true only for values that are certainly valid. Other values must be checked by graphql-js. */
export type VariableTest = (value: unknown) => boolean

/**
 * Creates a test for a type, once per type. Most variables are valid, and this test takes a tenth of the time of
 * graphql-js, which tracks a path and makes a copy.
 */
export function variableTest(type: GraphQLInputType): VariableTest {
  if (isNonNullType(type)) {
    const test = variableTest(type.ofType)
    return (value) => value !== null && test(value)
  }
  const test = presentTest(type)
  return (value) => value === null || test(value)
}

function presentTest(type: GraphQLInputType): VariableTest {
  if (isListType(type)) {
    const test = variableTest(type.ofType)
    return (value) => Array.isArray(value) && value.every(test)
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
    fields ??= new Map(definitions.map((field) => [field.name, variableTest(field.type)]))
    for (const name in value) {
      if (!fields.get(name)?.((value as { readonly [name: string]: unknown })[name])) return false
    }
    return required.every((name) => Object.hasOwn(value, name))
  }
}
