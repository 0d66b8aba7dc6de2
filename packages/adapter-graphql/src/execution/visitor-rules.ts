import type { Caller } from '@dropkit/core'
import { isPublicCaller, publishableOf } from '@dropkit/core/internal'
import { type FieldNode, GraphQLError, type GraphQLFieldResolver, type OperationTypeNode } from 'graphql'
import type { Context } from '../context.ts'
import type { ErrorExtensions } from '../errors/request-error.ts'
import type { AskedOperation } from './engine.ts'

/**
 * The root fields that an anonymous visitor may use. Every other field is closed to visitors, so a new public field must be
 * added here. A mutation must be safe to repeat, because the Idempotency-Key of a visitor is ignored. Below the root, the
 * rules for any caller apply to a visitor, who owns nothing, and `CLOSED_BELOW` lists exceptions.
 */
export const OPEN_TO_VISITORS: { readonly [Type in OperationTypeNode]: readonly string[] } = {
  query: [
    '__typename',
    'checkEligibility',
    'checkGatingEligibility',
    'claim',
    'claimLink',
    'claims',
    'creator',
    'drop',
    'dropByShortcode',
    'humanChallenge',
    'lotteryEntry',
    'lotteryWallets',
    'paymentIntent',
    'publicDrops',
    'recipientMessage',
    'service',
    'token',
  ],
  mutation: ['claimWithLink'],
  subscription: ['__typename', 'dropUpdates', 'paymentUpdates'],
}

/** The mutations that a publishable key may use in addition: claiming. The rules check for which drops and wallets. */
const OPEN_TO_PUBLISHABLE_KEYS: readonly string[] = [
  'claimDrop',
  'claimRandomDrop',
  'enterDrop',
  'prepareClaim',
  'prepareSponsoredClaim',
  'submitSponsoredClaim',
  'confirmClaim',
]

/**
 * Fields that would lead from one visible drop to all others of its creator or claimers. Visitors read the public drops of
 * a creator with `publicDrops`.
 */
export const CLOSED_BELOW: Readonly<Record<string, readonly string[]>> = {
  User: ['drops', 'tokens', 'claims', 'totalDrops', 'totalClaims'],
  Token: ['drops'],
}

/** Throws if a visitor uses a field that needs a user. */
export function refuseToVisitor(caller: Caller, { type, rootFields }: AskedOperation): void {
  if (!isPublicCaller(caller)) return
  const further = publishableOf(caller) && type === 'mutation' ? OPEN_TO_PUBLISHABLE_KEYS : []
  const closed = rootFields.find(
    ({ name }) => !OPEN_TO_VISITORS[type].includes(name.value) && !further.includes(name.value),
  )
  if (closed) throw closedToVisitors(closed.name.value, [closed])
}

/** Wraps the resolver of a field of `CLOSED_BELOW`, so that it throws for visitors. */
export const exceptToVisitors =
  (resolve: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> =>
  (parent, args, context, info) => {
    if (isPublicCaller(context.caller)) throw closedToVisitors(info.fieldName, info.fieldNodes)
    return resolve(parent, args, context, info)
  }

function closedToVisitors(field: string, nodes: readonly FieldNode[]): GraphQLError {
  const reason = `A visitor may not ask for ${field}: sign in`
  return new GraphQLError('Access denied', {
    nodes,
    extensions: { code: 'FORBIDDEN', retryable: false, details: { reason } } satisfies ErrorExtensions,
  })
}

/** Returns an error if a publishable key is used from an origin that it is not for. Undefined if it may be used. */
export function foreignOrigin(caller: Caller, origin: string | undefined): GraphQLError | undefined {
  const key = publishableOf(caller)
  if (!key || (origin !== undefined && key.origins.includes(origin))) return undefined
  const reason =
    origin === undefined
      ? 'A publishable key is for web pages: the request has no Origin'
      : `This publishable key is not for pages of ${origin.slice(0, 200)}`
  return new GraphQLError('Access denied', {
    extensions: { code: 'FORBIDDEN', retryable: false, details: { reason } } satisfies ErrorExtensions,
  })
}
