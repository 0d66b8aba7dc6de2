export * from './address-guard.ts'
export type { Judgement } from './standing.ts'
