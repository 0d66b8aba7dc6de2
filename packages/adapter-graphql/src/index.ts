export { type Context, createContext, type Services } from './context.ts'
export type { RateRefusal, RequestLimits } from './limits/request-limits.ts'
export { registerGraphql } from './register-graphql.ts'
export { createExecutableSchema } from './schema/executable-schema.ts'
