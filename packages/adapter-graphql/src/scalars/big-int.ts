import { GraphQLError, GraphQLScalarType, Kind, print } from 'graphql'

const EXACT = 'write it as a string of decimal digits'

/**
 * Written as a decimal string. Read from a string or an exact integer and passed on as a string, which the rules parse, so
 * that an invalid amount gives the usual error with the name of its field.
 */
export const BigIntScalar = new GraphQLScalarType<string, string>({
  name: 'BigInt',
  serialize(value) {
    if (typeof value === 'bigint') return String(value)
    throw new Error(`invariant broken: a BigInt field holds a ${typeof value}`)
  },
  parseValue(value) {
    if (typeof value === 'string') return value
    if (Number.isSafeInteger(value)) return String(value)
    throw new GraphQLError(`BigInt is a whole number: beyond 2^53 ${EXACT}`)
  },
  parseLiteral(node) {
    // The digits of a literal are exact, whatever their number.
    if (node.kind === Kind.STRING || node.kind === Kind.INT) return node.value
    throw new GraphQLError(`BigInt is a whole number, not ${print(node)}: ${EXACT}`, { nodes: node })
  },
})
