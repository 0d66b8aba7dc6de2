import type { Secrets } from '@dropkit/core'
import { bytesOfHex, hexOfBytes } from '@dropkit/core/internal'

/** Seals that hide nothing, so that a test can read their content. They can still be opened only for their purpose. */
export const transparentSecrets: Secrets = {
  seal: (bytes, purpose) => `sealed for ${purpose}:${hexOfBytes(bytes)}`,
  open(sealed, purpose) {
    const prefix = `sealed for ${purpose}:`
    const bytes = sealed.startsWith(prefix) ? bytesOfHex(sealed.slice(prefix.length)) : undefined
    if (!bytes) throw new Error(`this was not sealed for ${purpose}`)
    return bytes
  },
}
