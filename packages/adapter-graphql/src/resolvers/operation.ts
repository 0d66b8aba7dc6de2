import { err, ok, type Refusal, type Result } from '@dropkit/core'
import { badInput } from '@dropkit/core/internal'
import type { Context } from '../context.ts'
import type { MutationResolvers, QueryResolvers, SubscriptionResolvers } from '../generated/resolver-types.ts'

/** All queries, mutations and subscriptions by name. Each is implemented in the file of its area in this folder. */
export type Queries = Required<QueryResolvers>
export type Mutations = Required<MutationResolvers>
export type Subscriptions = Required<SubscriptionResolvers>

/** Some mutations take their id as an argument or inside the input. Throws if neither is given or if they differ. */
export function idOfEitherForm(
  beside: string | null | undefined,
  inside: string | null | undefined,
): Result<string, Refusal> {
  const id = beside ?? inside
  if (id == null) return err(badInput('id', 'REQUIRED', 'id is required, as an argument or in input'))
  if (inside != null && inside !== id) {
    return err(
      badInput('id', 'CONTRADICTION', `id is ${id} as an argument and ${inside} in input: they must agree`),
    )
  }
  return ok(id)
}

/** An address shortened to both ends, which people compare: `0xca40…0001`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

/**
 * Resolves a field only once for each parent in a request, under any aliases: one that is signed, or otherwise takes long.
 * A store may give the same parent to other requests, and a mutation may change what the field depends on.
 */
export function oncePerParent<Parent extends object, Args, Value>(
  resolve: (parent: Parent, args: Args, context: Context) => Value,
): (parent: Parent, args: Args, context: Context) => Value {
  const values = new WeakMap<Context['loaders'], Map<Parent, Value>>()
  return (parent, args, context) => {
    const known = values.get(context.loaders) ?? new Map<Parent, Value>()
    values.set(context.loaders, known)
    const value = known.get(parent) ?? resolve(parent, args, context)
    known.set(parent, value)
    return value
  }
}
