import { isRecord } from './result.ts'
import type { ClientStorage } from './storage.ts'

/**
 * The server remembers a key for 24 hours. A key that is older than this is replaced, because the server could forget it
 * soon.
 */
const TRUSTED_MS = 23 * 3_600_000

/** Returns 128 random bits. `crypto.randomUUID` is not used because it exists only on pages with TLS. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns a random id that is stored under a name: all callers get the same id until it is deleted or expires. */
export async function storedId(storage: ClientStorage, name: string, nowMs: number): Promise<string> {
  const fresh = { id: randomKey(), createdAt: nowMs }
  const stored = readStored(await storage.putIfAbsent(name, JSON.stringify(fresh)))
  if (stored !== undefined && Math.abs(nowMs - stored.createdAt) < TRUSTED_MS) return stored.id
  await storage.set(name, JSON.stringify(fresh))
  return fresh.id
}

function readStored(text: string): { readonly id: string; readonly createdAt: number } | undefined {
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
 * A short hash of a text (106 bits, not cryptographic). If two requests had the same hash, the server would refuse the
 * second with IDEMPOTENCY_KEY_REUSED, and the client would use a new key.
 */
export const digestOf = (text: string): string =>
  [0x9e3779b9, 0x85ebca6b].map((seed) => cyrb53(text, seed).toString(36)).join('-')

/** A public-domain hash, described at https://github.com/bryc/code/blob/master/jshash/experimental/cyrb53.js. */
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
