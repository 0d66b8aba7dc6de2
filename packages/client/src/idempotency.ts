import { isRecord } from './result.ts'
import type { ClientStorage } from './storage.ts'

/** The service remembers a key for 24 hours. A key that is almost forgotten is not used again. */
const TRUSTED_MS = 23 * 3_600_000

/** 128 unpredictable bits. `crypto.randomUUID` exists on pages with TLS only. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A random id that outlives its process under a name: all who ask for it get the same one until it is deleted. */
export async function keptId(storage: ClientStorage, name: string, nowMs: number): Promise<string> {
  const fresh = { id: randomKey(), createdAt: nowMs }
  const stored = readKept(await storage.putIfAbsent(name, JSON.stringify(fresh)))
  if (stored !== undefined && Math.abs(nowMs - stored.createdAt) < TRUSTED_MS) return stored.id
  await storage.set(name, JSON.stringify(fresh))
  return fresh.id
}

function readKept(text: string): { readonly id: string; readonly createdAt: number } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return undefined
    const { id, createdAt } = value
    return typeof id === 'string' && typeof createdAt === 'number' ? { id, createdAt } : undefined
  } catch {
    return undefined
  }
}

/**
 * A short name for a text (106 bits, not cryptographic). If two requests ever shared one, the service would refuse the second
 * with IDEMPOTENCY_KEY_REUSED, and the client would take a new key.
 */
export const digestOf = (text: string): string =>
  [0x9e3779b9, 0x85ebca6b].map((seed) => cyrb53(text, seed).toString(36)).join('-')

/** https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js describes this public-domain hash. */
function cyrb53(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed
  let low = 0x41c6ce57 ^ seed
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2_654_435_761)
    low = Math.imul(low ^ unit, 1_597_334_677)
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0)
}
