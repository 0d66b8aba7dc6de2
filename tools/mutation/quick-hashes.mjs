// The two hashes by Node, for the tests that mutants are tried against: HMAC as in RFC 2104.
import { hash } from 'node:crypto'

const BLOCK = 64

export const sha256 = (message) => new Uint8Array(hash('sha256', message, 'buffer'))

export function hmacSha256(key, message) {
  const block = Buffer.alloc(BLOCK)
  block.set(key.length > BLOCK ? sha256(key) : key)
  const mixed = (byte) => block.map((one) => one ^ byte)
  return sha256(Buffer.concat([mixed(0x5c), sha256(Buffer.concat([mixed(0x36), Buffer.from(message)]))]))
}

export const pureHashes = { sha256, hmacSha256 }
