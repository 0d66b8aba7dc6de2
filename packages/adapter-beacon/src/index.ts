export * from './bls-beacon.ts'
export * from './drand-beacon.ts'
export { QUICKNET, QUICKNET_ENDPOINTS } from './drand-beacon.ts'
export * from './local-beacon.ts'
