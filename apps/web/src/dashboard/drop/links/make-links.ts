import { toBase64Url } from '@dropkit/core/internal'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'

/** A claim link with the key that this browser has created. */
export interface MadeLink {
  readonly id: string
  readonly url: string
}

/** The number of links per request. */
const LINKS_PER_CALL = 500

/**
 * Creates claim links and registers their public keys in batches. The private keys never leave this browser. `register` may
 * be called again with the same keys.
 */
export async function makeLinks(
  page: string,
  count: number,
  register: (publicKeys: readonly string[]) => Promise<unknown>,
  onMade: (made: readonly MadeLink[]) => void,
): Promise<readonly MadeLink[]> {
  const made: MadeLink[] = []
  while (made.length < count) {
    const portion = Array.from({ length: Math.min(LINKS_PER_CALL, count - made.length) }, () => newLink(page))
    await register(portion.map(({ id }) => id))
    made.push(...portion)
    onMade(made)
  }
  return made
}

function newLink(page: string): MadeLink {
  const privateKey = crypto.getRandomValues(new Uint8Array(32))
  const id = toBase64Url(Ed25519Keypair.fromSecretKey(privateKey).getPublicKey().toRawBytes())
  return { id, url: `${page}#link=${toBase64Url(privateKey)}` }
}

/** The links as CSV. */
export const csvOfLinks = (links: readonly MadeLink[]): string =>
  ['number,url,id', ...links.map(({ url, id }, index) => `${index + 1},${url},${id}`)].join('\r\n')
