import type { Caller } from '@dropkit/core'
import { isPublicCaller, publishableOf } from '@dropkit/core/internal'
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
    'claimLink',
    'claims',
    'drop',
    'dropByShortcode',
    'humanChallenge',
    'lotteryEntry',
    'lotteryWallets',
    'paymentIntent',
    'service',
    'token',
  ],
  mutation: ['claimWithLink'],
  subscription: ['__typename', 'dropUpdates', 'paymentUpdates'],
}

/** What a publishable key opens beyond that: claiming. Which drops and wallets it may claim for is the rules' business. */
const OPEN_TO_PUBLISHABLE_KEYS: readonly string[] = [
  'claimDrop',
  'claimRandomDrop',
  'enterDrop',
  'prepareClaim',
  'prepareSponsoredClaim',
  'submitSponsoredClaim',
  'confirmClaim',
]

/** By these one would get from the drop that one was shown to all others of its creator and of whoever claimed. */
export const CLOSED_BELOW: Readonly<Record<string, readonly string[]>> = {
  User: ['drops', 'tokens', 'claims', 'totalDrops', 'totalClaims'],
  Token: ['drops'],
}

/** Throws where a visitor asks for what takes a user. */
export function refuseToVisitor(caller: Caller, { type, rootFields }: AskedOperation): void {
  if (!isPublicCaller(caller)) return
  const further = publishableOf(caller) && type === 'mutation' ? OPEN_TO_PUBLISHABLE_KEYS : []
  const closed = rootFields.find(
    ({ name }) => !OPEN_TO_VISITORS[type].includes(name.value) && !further.includes(name.value),
  )
  if (closed) throw closedToVisitors(closed.name.value, [closed])
}

/** Answers a field of `CLOSED_BELOW` to everybody but visitors. */
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

/** Refuses a publishable key that comes from another page than it is for; undefined when it may go on. */
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
