import type { Files } from '@dropkit/core'
import { decodeBase64 } from './base64.ts'
import { mediaTypeOf } from './media-type.ts'

/** Where bytes are, by their hash; what they mean is not its matter. */
export type ContentStore = Pick<Files, 'put' | 'read' | 'remove'> & { close(): void }

export type ClosableFiles = Files & Pick<ContentStore, 'close'>

export const createFiles = (content: ContentStore): ClosableFiles => ({
  put: guarded(content.put),
  read: guarded(content.read),
  remove: guarded(content.remove),
  close: content.close,
  mediaTypeOf,
  decodeBase64,
})

const SHA_256 = /^[0-9a-f]{64}$/

/** Nothing but a hash becomes a path or a key. */
const guarded =
  <Rest extends readonly unknown[], Answer>(act: (hash: string, ...rest: Rest) => Promise<Answer>) =>
  async (hash: string, ...rest: Rest): Promise<Answer> => {
    if (!SHA_256.test(hash)) throw new Error('invariant broken: contents are named by their SHA-256')
    return act(hash, ...rest)
  }
