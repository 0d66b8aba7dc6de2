import type { MutationResolvers, QueryResolvers, SubscriptionResolvers } from '../generated/resolver-types.ts'

/** Each query, mutation and subscription by its name, as its area's file in this folder defines it. */
export type Queries = Required<QueryResolvers>
export type Mutations = Required<MutationResolvers>
export type Subscriptions = Required<SubscriptionResolvers>
