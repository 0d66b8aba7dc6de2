import { SECRET_ENTROPY_BYTES } from '../../domain/api-key-secret.ts'
import { invariant } from '../../domain/invariant.ts'
import type { RandomSource } from '../../ports/index.ts'

/** Makes a secret from random bytes. `secretFrom` rarely returns undefined; then new bytes are drawn. */
export function drawSecret(
  random: RandomSource,
  secretFrom: (entropy: Uint8Array) => string | undefined,
): string {
  for (;;) {
    const entropy = random.bytes(SECRET_ENTROPY_BYTES)
    // With fewer bytes, this loop might never end.
    invariant(entropy.length === SECRET_ENTROPY_BYTES, 'random gives as many bytes as it is asked for')
    const secret = secretFrom(entropy)
    if (secret !== undefined) return secret
  }
}
