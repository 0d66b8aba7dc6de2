import { createHash } from 'node:crypto'
import { createPictureCache } from '../files/picture-cache.ts'
import { drawShareCard, type ShareCard } from './share-card.ts'

/** A card has about 40 KB. */
const LIMITS = { mostWaiting: 32, mostBytes: 8 * 1_024 * 1_024 }

export interface ShareCards {
  /** The card as a PNG; undefined if too many wait to be drawn. */
  read(card: ShareCard): Promise<Buffer> | undefined
}

/** Keeps the cards that were asked for last, and draws one at a time. */
export function createShareCards(draw: (card: ShareCard) => Promise<Buffer> = drawShareCard): ShareCards {
  const cache = createPictureCache({ ...LIMITS, bytesOf: (png: Buffer) => png.length })
  return { read: (card) => cache.read(etagOf(card), () => draw(card)) }
}

/** Another card has another one. */
export const etagOf = (card: ShareCard): string =>
  `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url').slice(0, 22)}"`
