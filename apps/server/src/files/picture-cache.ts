export interface PictureCache<Picture> {
  /**
   * Returns the picture of this key. If it is not cached, `make` creates it after the pictures that were requested before.
   * Undefined if too many pictures wait.
   */
  read(key: string, make: () => Promise<Picture>): Promise<Picture> | undefined
}

interface PictureCacheOptions<Picture> {
  readonly mostWaiting: number
  /** The memory limit in bytes. The least recently used pictures are removed first. */
  readonly mostBytes: number
  /** The size of a picture. Must be greater than 0. */
  readonly bytesOf: (picture: Picture) => number
}

/** Creates pictures one at a time and caches them in memory. */
export function createPictureCache<Picture>({
  mostWaiting,
  mostBytes,
  bytesOf,
}: PictureCacheOptions<Picture>): PictureCache<Picture> {
  const cached = new Map<string, { readonly made: Promise<Picture>; bytes: number }>()
  let cachedBytes = 0
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function forget(key: string): void {
    cachedBytes -= cached.get(key)?.bytes ?? 0
    cached.delete(key)
  }

  function forgetOldest(): void {
    for (const [key, { bytes }] of cached) {
      if (cachedBytes <= mostBytes) return
      // A picture that is still being created has 0 bytes.
      if (bytes > 0) forget(key)
    }
  }

  function begin(key: string, make: () => Promise<Picture>): Promise<Picture> {
    waiting++
    const made = last.then(make)
    const entry = { made, bytes: 0 }
    cached.set(key, entry)
    last = made.then(
      (picture) => {
        waiting--
        entry.bytes = bytesOf(picture)
        cachedBytes += entry.bytes
        forgetOldest()
      },
      () => {
        waiting--
        forget(key)
      },
    )
    return made
  }

  return {
    read(key, make) {
      const known = cached.get(key)
      if (known === undefined) return waiting >= mostWaiting ? undefined : begin(key, make)
      cached.delete(key)
      cached.set(key, known)
      return known.made
    },
  }
}
