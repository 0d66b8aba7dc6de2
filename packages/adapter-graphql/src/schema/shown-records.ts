import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
} from 'graphql'
import type { Context } from '../context.ts'

type Field = GraphQLField<unknown, Context>
type OfRecord = (record: unknown) => unknown

/** Returns the objects in whose place the fields of a type read a record, or a list of records. */
export type Show = (value: unknown) => unknown

/** A record with the fields of its type as properties. No field of a schema has a name that begins with two underscores. */
interface Shown {
  readonly __record: unknown
}

/**
 * Replaces resolvers that know only the record by properties of an object around the record. graphql-jit reads a property in
 * place, but creates four functions and a description of the field for each call of a resolver: 0.3 kB.
 */
export function showRecords(types: readonly GraphQLObjectType[]): ReadonlyMap<GraphQLNamedType, Show> {
  const shown = new Map<GraphQLNamedType, Show>()
  for (const type of types) {
    const fields: readonly Field[] = Object.values(type.getFields())
    const ofRecord = fields.filter(isOfRecord)
    if (ofRecord.length === 0) continue
    shown.set(type, showBy(fields))
    for (const field of fields) {
      const { resolve } = field
      if (ofRecord.includes(field)) delete field.resolve
      else if (resolve)
        field.resolve = (parent, args, context, info) =>
          resolve((parent as Shown).__record, args, context, info)
    }
  }
  return shown
}

/** A test of types checks that no resolver with one parameter reads anything else or returns a promise. */
const isOfRecord = ({ type, args, resolve }: Field): boolean =>
  resolve?.length === 1 && args.length === 0 && isLeafType(getNamedType(type))

function showBy(fields: readonly Field[]): Show {
  class ShownRecord implements Shown {
    readonly __record: unknown
    constructor(record: unknown) {
      this.__record = record
    }
  }
  for (const field of fields) {
    const { name } = field
    const read = isOfRecord(field)
      ? (field.resolve as unknown as OfRecord)
      : (record: unknown) => (record as { readonly [name: string]: unknown })[name]
    Object.defineProperty(ShownRecord.prototype, name, {
      get(this: Shown) {
        try {
          return read(this.__record)
        } catch (error) {
          // An executor takes an error as the field's, but graphql-jit expects that reading a property throws none.
          return error
        }
      },
    })
  }
  const show: Show = (value) => {
    if (value === null || value === undefined || value instanceof Error) return value
    return Array.isArray(value) ? value.map(show) : new ShownRecord(value)
  }
  return show
}
