import { type Caller, visitorOf } from '@dropkit/core'
import { GraphQLError, type OperationTypeNode } from 'graphql'
import type { AskedOperation } from './admission.ts'

/**
 * What a page may ask for without a user. A field that is not named here is closed to it: of a new one somebody has to
 * say that everybody may read it. What lies below goes by the rules for any caller, and this one owns nothing.
 */
const OPEN_TO_VISITORS: { readonly [Type in OperationTypeNode]: readonly string[] } = {
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

/** Throws where a visitor asks for what takes a user. */
export function refuseToVisitor(caller: Caller, { type, rootFields }: AskedOperation): void {
  if (!visitorOf(caller)) return
  const closed = rootFields.find(({ name }) => !OPEN_TO_VISITORS[type].includes(name.value))
  if (!closed) return
  const reason = `A visitor may not ask for ${closed.name.value}: sign in`
  throw new GraphQLError('Access denied', {
    nodes: closed,
    extensions: { code: 'FORBIDDEN', retryable: false, details: { reason } },
  })
}
