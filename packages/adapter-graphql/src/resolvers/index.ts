import type { Resolvers } from '../generated/resolver-types.ts'
import { BigIntScalar, DateTimeScalar, JsonScalar } from '../scalars/scalars.ts'
import { claimResolvers } from './claims.ts'
import { dropResolvers } from './drops.ts'
import { fileResolvers } from './files.ts'
import { gatingResolvers } from './gating.ts'
import { lotteryResolvers } from './lottery.ts'
import type { Mutations, Queries, Subscriptions } from './operation.ts'
import { paymentResolvers } from './payments.ts'
import { serviceResolvers } from './service.ts'
import { subscriptionResolvers } from './subscriptions/subscriptions.ts'
import { tokenResolvers } from './tokens.ts'
import { userResolvers } from './users.ts'
import { webhookResolvers } from './webhooks.ts'

/** The schema's operations, by area. The compiler names an operation that is missing. */
const Query: Queries = {
  ...claimResolvers.Query,
  ...dropResolvers.Query,
  ...gatingResolvers.Query,
  ...lotteryResolvers.Query,
  ...paymentResolvers.Query,
  ...serviceResolvers.Query,
  ...tokenResolvers.Query,
  ...userResolvers.Query,
  ...webhookResolvers.Query,
}
const Mutation: Mutations = {
  ...claimResolvers.Mutation,
  ...dropResolvers.Mutation,
  ...fileResolvers.Mutation,
  ...gatingResolvers.Mutation,
  ...lotteryResolvers.Mutation,
  ...paymentResolvers.Mutation,
  ...serviceResolvers.Mutation,
  ...tokenResolvers.Mutation,
  ...userResolvers.Mutation,
  ...webhookResolvers.Mutation,
}
const Subscription: Subscriptions = { ...subscriptionResolvers.Subscription }

/** All operations, and the fields that need a resolver. */
export const resolvers = {
  BigInt: BigIntScalar,
  DateTime: DateTimeScalar,
  JSON: JsonScalar,
  ...claimResolvers,
  ...dropResolvers,
  ...fileResolvers,
  ...gatingResolvers,
  ...lotteryResolvers,
  ...paymentResolvers,
  ...serviceResolvers,
  ...subscriptionResolvers,
  ...tokenResolvers,
  ...userResolvers,
  ...webhookResolvers,
  Query,
  Mutation,
  Subscription,
} satisfies Resolvers
