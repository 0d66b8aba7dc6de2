import { createHash } from 'node:crypto'
import { createPictureCache } from '../files/picture-cache.ts'
import { drawShareCard, type ShareCard } from './share-card.ts'

/** A card has about 40 KB. */
const LIMITS = { mostWaiting: 32, mostBytes: 8 * 1_024 * 1_024 }

export interface ShareCards {
  /** The card as a PNG. Undefined if too many cards wait to be drawn. */
  read(card: ShareCard): Promise<Buffer> | undefined
}

/** Draws one card at a time and caches the most recently used ones. */
export function createShareCards(draw: (card: ShareCard) => Promise<Buffer> = drawShareCard): ShareCards {
  const cache = createPictureCache({ ...LIMITS, bytesOf: (png: Buffer) => png.length })
  return { read: (card) => cache.read(etagOf(card), () => draw(card)) }
}

/** The ETag of a card. Different cards have different ETags. */
export const etagOf = (card: ShareCard): string =>
  `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22)}"`
