export { type ApiWatch, type Context, createContext, type Services } from './context.ts'
export type { RateRefusal, RequestLimits } from './limits/limits.ts'
export { registerGraphql } from './register-graphql.ts'
export { createExecutableSchema } from './schema/executable-schema.ts'
