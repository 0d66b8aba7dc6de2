import { toBase64Url } from '@dropkit/core/internal'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { ApiRefusal } from '../../../api/errors.ts'

/** A claim link with the key that this browser has created. */
export interface MadeLink {
  readonly id: string
  readonly url: string
}

/** Links that are registered with one request. */
export interface Portion<Terms> {
  readonly count: number
  readonly terms: Terms
  /** Exists once they may be registered, so that their keys are not lost with an answer. */
  links?: readonly MadeLink[]
}

/** The number of links per request. */
const LINKS_PER_CALL = 500
const MOST_TRIES = 5
const LONGEST_WAIT_MS = 90_000

export const portionsOf = <Terms>(count: number, terms: Terms): Portion<Terms>[] =>
  Array.from({ length: Math.ceil(count / LINKS_PER_CALL) }, (_, index) => ({
    count: Math.min(LINKS_PER_CALL, count - index * LINKS_PER_CALL),
    terms,
  }))

/**
 * Creates the links of `todo`, registers their public keys and removes them from `todo`. After an error, call it again with
 * the same `todo`. The private keys never leave this browser. `register` may be called again with the same keys.
 */
export async function makeLinks<Terms>(
  page: string,
  todo: Portion<Terms>[],
  register: (publicKeys: readonly string[], terms: Terms) => Promise<unknown>,
  onMade: (links: readonly MadeLink[]) => void,
): Promise<void> {
  for (let [portion] = todo; portion; [portion] = todo) {
    const { count, terms } = portion
    portion.links ??= Array.from({ length: count }, () => newLink(page))
    const { links } = portion
    const publicKeys = links.map(({ id }) => id)
    try {
      await withRetries(() => register(publicKeys, terms))
    } catch (error) {
      // The server refuses the terms before it registers links.
      if (error instanceof ApiRefusal && error.code === 'BAD_USER_INPUT') todo.length = 0
      throw error
    }
    todo.shift()
    onMade(links)
  }
}

async function withRetries(attempt: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries += 1)
    try {
      return await attempt()
    } catch (error) {
      const waitMs = error instanceof ApiRefusal && error.retryable && (error.retryAfterMs ?? 1_000 * tries)
      if (waitMs === false || waitMs > LONGEST_WAIT_MS || tries === MOST_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
}

function newLink(page: string): MadeLink {
  const privateKey = crypto.getRandomValues(new Uint8Array(32))
  const id = toBase64Url(Ed25519Keypair.fromSecretKey(privateKey).getPublicKey().toRawBytes())
  return { id, url: `${page}#link=${toBase64Url(privateKey)}` }
}

/** The links as CSV. */
export const csvOfLinks = (links: readonly MadeLink[]): string =>
  ['number,url,id', ...links.map(({ url, id }, index) => `${index + 1},${url},${id}`)].join('\r\n')
