import type { BeaconChain } from './beacon.ts'
import { isObject } from './json-fields.ts'

/** Parses a beacon in the form that the API shows. Null if there is none; undefined if the value is invalid. */
export function readBeacon(value: unknown): BeaconChain | null | undefined {
  if (value == null) return null
  if (!isObject(value)) return undefined
  const { chainHash: hash, scheme, publicKey, genesisAt: time, periodMs } = value
  const genesisAt = typeof time === 'string' ? Date.parse(time) : Number.NaN
  if (typeof hash !== 'string' || typeof scheme !== 'string' || typeof publicKey !== 'string')
    return undefined
  if (Number.isNaN(genesisAt) || typeof periodMs !== 'number' || !(periodMs > 0)) return undefined
  return { hash, scheme, publicKey, genesisAt, periodMs }
}
