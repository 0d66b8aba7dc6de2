import type { KeyValueStore } from '@dropkit/core'
import { bytesOfHex, hexOfBytes, invariant } from '@dropkit/core/internal'
import { nodeRandom } from './node-crypto.ts'

const KEY = 'local-beacon:secret-key'
const RANDOM_BYTES = 48

/**
 * The key of the local beacon, created on first use and the same for all servers of a store. It is not encrypted, because
 * the operator of a local beacon can predict it anyway.
 */
export async function localBeaconKey(
  keyValues: Pick<KeyValueStore, 'transact'>,
  keyFrom: (random: Uint8Array) => Uint8Array,
): Promise<Uint8Array> {
  const made = hexOfBytes(keyFrom(nodeRandom.bytes(RANDOM_BYTES)))
  const hex = await keyValues.transact([KEY], (values) => {
    const stored = values.get(KEY)
    return { writes: stored === undefined ? new Map([[KEY, made]]) : new Map(), result: stored ?? made }
  })
  const key = bytesOfHex(hex)
  invariant(key?.length === 32, 'the key of the local beacon has 32 bytes')
  return key
}
