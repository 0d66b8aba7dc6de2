import type { BeaconChain } from './beacon.ts'
import { isObject } from './json-fields.ts'

/** A beacon as the API shows it. Null where there is none; undefined where it cannot be read. */
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
