import type { MutationResolvers, QueryResolvers, SubscriptionResolvers } from '../generated/resolver-types.ts'

/** All queries, mutations and subscriptions by name. Each is implemented in the file of its area in this folder. */
export type Queries = Required<QueryResolvers>
export type Mutations = Required<MutationResolvers>
export type Subscriptions = Required<SubscriptionResolvers>
