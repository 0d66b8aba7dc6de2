export * from './address-guard.ts'
export { createWebhookSecret } from './signature.ts'
export type { Judgement } from './standing.ts'
