export { QUICKNET } from '@dropkit/core/internal'
export * from './bls-beacon.ts'
export * from './drand-beacon.ts'
