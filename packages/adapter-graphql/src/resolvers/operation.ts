import type { MutationResolvers, QueryResolvers } from '../generated/resolver-types.ts'

/** Each query and mutation by its name, as its file in this folder defines it. */
export type Queries = Required<QueryResolvers>
export type Mutations = Required<MutationResolvers>
