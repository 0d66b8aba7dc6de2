import type { Files } from '@dropkit/core'
import { decodeBase64 } from './base64.ts'
import { mediaTypeOf } from './media-type.ts'

/** Stores bytes by name. It does not know what they mean. */
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

/** The first uploads of early versions have names that are a hash without a suffix. */
const CONTENT_NAME = /^[0-9a-f]{64}(?:-[0-9a-f]{32})?$/

/** Throws unless the name is valid, so that no other text becomes a path or a key. */
const guarded =
  <Rest extends readonly unknown[], Answer>(act: (name: string, ...rest: Rest) => Promise<Answer>) =>
  async (name: string, ...rest: Rest): Promise<Answer> => {
    if (!CONTENT_NAME.test(name)) throw new Error('invariant broken: no name of contents')
    return act(name, ...rest)
  }
