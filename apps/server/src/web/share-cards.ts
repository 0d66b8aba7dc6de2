import { createHash } from 'node:crypto'
import { drawShareCard, type ShareCard } from './share-card.ts'

const MOST_KEPT = 200
const MOST_WAITING = 32

export interface ShareCards {
  /** The card as a PNG; undefined if too many wait to be drawn. */
  read(card: ShareCard): Promise<Buffer> | undefined
}

/** Keeps the cards that were asked for last, and draws one at a time. */
export function createShareCards(draw: (card: ShareCard) => Promise<Buffer> = drawShareCard): ShareCards {
  const kept = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function begin(key: string, card: ShareCard): Promise<Buffer> {
    waiting++
    const drawn = last.then(() => draw(card))
    last = drawn.then(
      () => waiting--,
      () => {
        waiting--
        kept.delete(key)
      },
    )
    return drawn
  }

  return {
    read(card) {
      const key = etagOf(card)
      const known = kept.get(key)
      if (known === undefined && waiting >= MOST_WAITING) return undefined
      const drawn = known ?? begin(key, card)
      kept.delete(key)
      kept.set(key, drawn)
      const [oldest] = kept.keys()
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      return drawn
    },
  }
}

/** Another card has another one. */
export const etagOf = (card: ShareCard): string =>
  `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22)}"`
