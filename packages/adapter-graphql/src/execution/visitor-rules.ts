import { type Caller, visitorOf } from '@dropkit/core'
import { type FieldNode, GraphQLError, type GraphQLFieldResolver, type OperationTypeNode } from 'graphql'
import type { Context } from '../context.ts'
import type { ErrorExtensions } from '../errors/error-code.ts'
import type { AskedOperation } from './admission.ts'

/**
 * What a page may ask for without a user. A field that is not named here is closed to it: of a new one somebody has to
 * say that everybody may read it. What lies below goes by the rules for any caller, and this one owns nothing, but for
 * `CLOSED_BELOW`.
 */
export const OPEN_TO_VISITORS: { readonly [Type in OperationTypeNode]: readonly string[] } = {
  query: [
    '__typename',
    'checkEligibility',
    'checkGatingEligibility',
    'claim',
    'claims',
    'drop',
    'dropByShortcode',
    'paymentIntent',
    'service',
    'token',
  ],
  mutation: [],
  subscription: ['__typename', 'dropUpdates', 'paymentUpdates'],
}

/** By these one would get from the drop that one was shown to all others of its creator and of whoever claimed. */
export const CLOSED_BELOW: Readonly<Record<string, readonly string[]>> = {
  User: ['drops', 'tokens', 'claims', 'totalDrops', 'totalClaims'],
  Token: ['drops'],
}

/** Throws where a visitor asks for what takes a user. */
export function refuseToVisitor(caller: Caller, { type, rootFields }: AskedOperation): void {
  if (!visitorOf(caller)) return
  const closed = rootFields.find(({ name }) => !OPEN_TO_VISITORS[type].includes(name.value))
  if (closed) throw closedToVisitors(closed.name.value, [closed])
}

/** Answers a field of `CLOSED_BELOW` to everybody but visitors. */
export const exceptToVisitors =
  (resolve: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> =>
  (parent, args, context, info) => {
    if (visitorOf(context.caller)) throw closedToVisitors(info.fieldName, info.fieldNodes)
    return resolve(parent, args, context, info)
  }

function closedToVisitors(field: string, nodes: readonly FieldNode[]): GraphQLError {
  const reason = `A visitor may not ask for ${field}: sign in`
  return new GraphQLError('Access denied', {
    nodes,
    extensions: { code: 'FORBIDDEN', retryable: false, details: { reason } } satisfies ErrorExtensions,
  })
}
