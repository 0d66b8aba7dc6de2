import type { Drop, Sealed } from '../../domain/drop.ts'
import { isOverForGood } from '../../domain/drop-status.ts'
import type { FreshSeed } from '../../domain/drop-terms.ts'
import { hexOfBytes } from '../../domain/hex.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import type { Ports } from '../../ports/index.ts'

const SEED_BYTES = 32

/** A new seed, sealed, and the commitment by which everybody can hold us to it. */
export function makeSeed(ports: Pick<Ports, 'random' | 'hashes' | 'secrets'>, dropId: DropId): FreshSeed {
  const seed = ports.random.bytes(SEED_BYTES)
  return {
    commitment: hexOfBytes(ports.hashes.sha256(seed)),
    seed: ports.secrets.seal(seed, SEALED_FOR.seed(dropId)),
  }
}

export const openSeed = (secrets: Ports['secrets'], dropId: DropId, seed: Sealed): Uint8Array =>
  secrets.open(seed, SEALED_FOR.seed(dropId))

/** The seed in hex once nothing more can be drawn with it; null before, and for a drop that draws nothing. */
export function publishedSeed(ports: Pick<Ports, 'secrets'>, drop: Drop, now: Instant): string | null {
  if (drop.award.kind !== 'random' || !isOverForGood(drop, now)) return null
  return hexOfBytes(openSeed(ports.secrets, drop.id, drop.award.seed))
}
