import type { DropId } from '../../domain/ids.ts'

/** Which drops were of some kind when they were last seen: a guess that spares the other drops a query. */
export interface RememberedDrops<Seen extends { readonly id: DropId }> {
  has(dropId: string): boolean
  note(drop: Seen): void
}

/** Remembers at most so many, and begins anew beyond: a drop that is forgotten costs one more query. */
export function createRememberedDrops<Seen extends { readonly id: DropId }>(
  most: number,
  isOfKind: (drop: Seen) => boolean,
): RememberedDrops<Seen> {
  const known = new Set<string>()
  return {
    has: (dropId) => known.has(dropId),
    note(drop) {
      if (!isOfKind(drop)) known.delete(drop.id)
      else {
        if (known.size >= most) known.clear()
        known.add(drop.id)
      }
    },
  }
}
