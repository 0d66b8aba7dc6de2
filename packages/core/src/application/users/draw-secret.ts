import { SECRET_ENTROPY_BYTES } from '../../domain/api-key-secret.ts'
import { invariant } from '../../domain/invariant.ts'
import type { RandomSource } from '../../ports/index.ts'

/** A secret from new random bytes; `secretFrom` gives none where they are too few for it, as they seldom are. */
export function drawSecret(
  random: RandomSource,
  secretFrom: (entropy: Uint8Array) => string | undefined,
): string {
  for (;;) {
    const entropy = random.bytes(SECRET_ENTROPY_BYTES)
    // With fewer there would never be a secret, and no end of this.
    invariant(entropy.length === SECRET_ENTROPY_BYTES, 'random gives as many bytes as it is asked for')
    const secret = secretFrom(entropy)
    if (secret !== undefined) return secret
  }
}
