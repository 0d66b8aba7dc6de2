import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'

type Given = { readonly [name: string]: unknown }
type Inputs = readonly (GraphQLArgument | GraphQLInputField)[]

/**
 * Returns the arguments without empty optional strings, because a form sends `""` for an empty field. To clear a field, a
 * client sends null.
 */
export function absentWhenEmpty<Values extends Given>(inputs: Inputs, values: Values): Values {
  let result: Given = values
  for (const { name, type } of inputs) {
    const value = values[name]
    const isAbsent = value === '' && isOptionalText(type) && !NEVER_ABSENT.has(name)
    const read = isAbsent ? undefined : withoutEmpty(type, value)
    if (read === value) continue
    const { [name]: _, ...others } = result
    result = read === undefined ? others : { ...others, [name]: read }
  }
  return result as Values
}

/** A refund without an amount returns the whole payment. An empty amount must not do that by accident. */
const NEVER_ABSENT: ReadonlySet<string> = new Set(['amountAtomic'])

/** An empty id is not an empty form field. It is an invalid id. */
const isOptionalText = (type: GraphQLInputType): boolean =>
  !isNonNullType(type) && !isListType(type) && getNamedType(type).name === 'String'

/** Returns the same value if nothing in it is empty. */
function withoutEmpty(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (isNonNullType(type)) return withoutEmpty(type.ofType, value)
  if (isListType(type)) {
    // A list may have 100,000 texts, which stay as they are.
    if (!isInputObjectType(getNamedType(type))) return value
    const read = (value as readonly unknown[]).map((item) => withoutEmpty(type.ofType, item))
    return read.some((item, index) => item !== (value as readonly unknown[])[index]) ? read : value
  }
  return isInputObjectType(type) ? absentWhenEmpty(fieldsOf(type), value as Given) : value
}

const fieldsOfTypes = new WeakMap<GraphQLInputObjectType, readonly GraphQLInputField[]>()

function fieldsOf(type: GraphQLInputObjectType): readonly GraphQLInputField[] {
  const known = fieldsOfTypes.get(type)
  if (known) return known
  const fields = Object.values(type.getFields())
  fieldsOfTypes.set(type, fields)
  return fields
}
