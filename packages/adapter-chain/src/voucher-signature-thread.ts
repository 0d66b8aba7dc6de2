import { type KeyObject, sign } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { ED25519_SIGNATURE_BYTES } from './ed25519-keys.ts'
import type { SigningOrder } from './voucher-signatures.ts'

const known: KeyObject[] = []

function signaturesOf({ forgetsKeys, newKeys, bytes, lengths, keys }: SigningOrder): Uint8Array {
  if (forgetsKeys) known.length = 0
  known.push(...newKeys)
  const signatures = new Uint8Array(lengths.length * ED25519_SIGNATURE_BYTES)
  let start = 0
  lengths.forEach((length, place) => {
    const key = known[keys[place] as number] as KeyObject
    signatures.set(sign(null, bytes.subarray(start, start + length), key), place * ED25519_SIGNATURE_BYTES)
    start += length
  })
  return signatures
}

parentPort?.on('message', (order: SigningOrder) => {
  const signatures = signaturesOf(order)
  parentPort?.postMessage(signatures, [signatures.buffer as ArrayBuffer])
})
