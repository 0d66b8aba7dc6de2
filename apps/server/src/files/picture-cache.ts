export interface PictureCache<Picture> {
  /**
   * The picture of this key. A picture that is not kept is made by `make`, after those that were asked for before.
   * Undefined if too many wait to be made.
   */
  read(key: string, make: () => Promise<Picture>): Promise<Picture> | undefined
}

interface PictureCacheOptions<Picture> {
  readonly mostWaiting: number
  /** What is kept in memory; the pictures that were asked for last stay. */
  readonly mostBytes: number
  /** More than 0. */
  readonly bytesOf: (picture: Picture) => number
}

/** Makes pictures one at a time, and keeps them in memory. */
export function createPictureCache<Picture>({
  mostWaiting,
  mostBytes,
  bytesOf,
}: PictureCacheOptions<Picture>): PictureCache<Picture> {
  const kept = new Map<string, { readonly made: Promise<Picture>; bytes: number }>()
  let keptBytes = 0
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function forget(key: string): void {
    keptBytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function forgetOldest(): void {
    for (const [key, { bytes }] of kept) {
      if (keptBytes <= mostBytes) return
      // A picture that is not made yet has no bytes.
      if (bytes > 0) forget(key)
    }
  }

  function begin(key: string, make: () => Promise<Picture>): Promise<Picture> {
    waiting++
    const made = last.then(make)
    const entry = { made, bytes: 0 }
    kept.set(key, entry)
    last = made.then(
      (picture) => {
        waiting--
        entry.bytes = bytesOf(picture)
        keptBytes += entry.bytes
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
      const known = kept.get(key)
      if (known === undefined) return waiting >= mostWaiting ? undefined : begin(key, make)
      kept.delete(key)
      kept.set(key, known)
      return known.made
    },
  }
}
