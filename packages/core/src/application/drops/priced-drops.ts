import type { Drop } from '../../domain/drop.ts'
import type { DropId } from '../../domain/ids.ts'

/** Which drops had a price when they were last looked at: a guess that spares the others a question. */
export interface PricedDrops {
  has(dropId: DropId): boolean
  note(drop: Pick<Drop, 'id' | 'price'>): void
}

/** Remembers at most so many, and begins anew beyond: what is forgotten is only asked for once more. */
export function createPricedDrops(most: number): PricedDrops {
  const priced = new Set<DropId>()
  return {
    has: (dropId) => priced.has(dropId),
    note({ id, price }) {
      if (price === null) priced.delete(id)
      else {
        if (priced.size >= most) priced.clear()
        priced.add(id)
      }
    },
  }
}
