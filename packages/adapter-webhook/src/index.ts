export {
  createDnsResolver,
  createPinnedAddresses,
  type HostJudgement,
  judgeAddress,
  judgeLiteral,
  type ResolveName,
  resolveLocally,
} from './address-guard.ts'
export type { Judgement } from './failure-reason.ts'
export { createHttpFacts, type HttpFacts, type HttpFactsOptions, httpFactKind } from './http-facts.ts'
export * from './webhook-sender.ts'
export { createWebhookSecret } from './webhook-sender.ts'
