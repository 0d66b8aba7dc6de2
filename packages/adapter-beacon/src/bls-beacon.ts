import type { BeaconChain, BeaconRound } from '@dropkit/core'
import { bytesOfHex, hexOfBytes } from '@dropkit/core/internal'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** drand's name for signatures on G1 over SHA-256 of the round number, hashed to the curve according to RFC 9380. */
export const BLS_SCHEME = 'bls-unchained-g1-rfc9380'

const HASH_TO_CURVE_DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const { G2, shortSignatures } = bls12_381

/** Whether the chain's key signed this round, and the randomness is derived from the signature. Never throws. */
export function verifyBlsRound(chain: BeaconChain, { round, signature, randomness }: BeaconRound): boolean {
  const signatureBytes = bytesOfHex(signature)
  const publicKey = bytesOfHex(chain.publicKey)
  if (chain.scheme !== BLS_SCHEME || !signatureBytes || !publicKey) return false
  if (!Number.isSafeInteger(round) || round < 1) return false
  if (randomness !== hexOfBytes(sha256(signatureBytes))) return false
  try {
    return shortSignatures.verify(signatureBytes, pointOf(round), publicKey)
  } catch {
    // The library throws if the bytes are not a compressed point of the group.
    return false
  }
}

/** A round with the randomness that drand defines for it: SHA-256 of the signature. */
export const blsRound = (round: number, signature: Uint8Array): BeaconRound => ({
  round,
  signature: hexOfBytes(signature),
  randomness: hexOfBytes(sha256(signature)),
})

/** Signs a round as a drand network would. */
export const signBlsRound = (round: number, secretKey: Uint8Array): BeaconRound =>
  blsRound(round, shortSignatures.Signature.toBytes(shortSignatures.sign(pointOf(round), secretKey)))

/** The public key, in hex, for a secret key of 32 bytes. */
export function blsPublicKeyOf(secretKey: Uint8Array): string {
  // `getPublicKey` first builds a table for the base point (150 ms). A copy of the point has none, which is faster for one key.
  const base = G2.Point.fromAffine(G2.Point.BASE.toAffine())
  return base.multiply(G2.Point.Fn.fromBytes(secretKey)).toHex()
}

/** Derives a secret key from 48 random bytes. */
export const blsSecretKeyFrom = (random: Uint8Array): Uint8Array => bls12_381.utils.randomSecretKey(random)

function pointOf(round: number) {
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, BigInt(round))
  return shortSignatures.hash(sha256(number), HASH_TO_CURVE_DOMAIN)
}
