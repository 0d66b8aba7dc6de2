import type { RandomSource } from '@dropkit/core'
import { utf8 } from '@dropkit/core/internal'
import { hmacSha256 } from './pure-hashes.ts'

/** Pseudo-random bytes that are the same for the same seed. For tests only. */
export function createSeededRandom(seed: number | string = 0): RandomSource {
  const key = utf8(`seed ${seed}`)
  let count = 0
  let ready: number[] = []
  return {
    bytes(length) {
      while (ready.length < length) ready.push(...hmacSha256(key, String(count++)))
      const bytes = Uint8Array.from(ready.slice(0, length))
      ready = ready.slice(length)
      return bytes
    },
  }
}
