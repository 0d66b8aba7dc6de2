import type { BeaconChain, BeaconRound } from '@dropkit/core'
import { bytesOfHex } from '@dropkit/core/internal'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'

const BLS_SCHEME = 'bls-unchained-g1-rfc9380'
const HASH_TO_CURVE_DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const { shortSignatures } = bls12_381

/** Whether the beacon's key has signed a round, with the signature scheme of drand's quicknet. Never throws. */
export function verifyRound(chain: BeaconChain, { round, signature }: BeaconRound): boolean {
  const [signed, publicKey] = [bytesOfHex(signature), bytesOfHex(chain.publicKey)]
  if (chain.scheme !== BLS_SCHEME || !signed || !publicKey) return false
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, BigInt(round))
  try {
    const point = shortSignatures.hash(sha256(number), HASH_TO_CURVE_DOMAIN)
    return shortSignatures.verify(signed, point, publicKey)
  } catch {
    // The library throws if the bytes are not a point on the curve.
    return false
  }
}
