import { claimIdOf, readId } from '@dropkit/core/internal'
import { DrawsPageDocument, DropKeysDocument } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { type DropKeys, judgeReceipt, type ReceiptVerdict } from './judge-receipt.ts'
import type { Receipt } from './read-receipt.ts'
import { readDraws } from './use-drop-check.ts'

/** Of a drop that the server does not show. */
const NO_KEYS: DropKeys = { publicKeys: [], hasAllPublicKeys: false }

/**
 * Loads the keys of the drop and its claims up to the receipt's, and judges the receipt by them. `onProgress` is called with
 * the number of claims read. If `signal` aborts, it rejects with the signal's reason.
 */
export async function checkReceipt(
  dropId: string,
  receipt: Receipt,
  onProgress: (loaded: number) => void,
  signal: AbortSignal,
): Promise<ReceiptVerdict> {
  const id = readId('drop', dropId)
  if (id === undefined || receipt.dropId !== id) return 'elsewhere'
  const { sequence } = receipt
  const [{ drop }, { claims }] = await Promise.all([
    request(DropKeysDocument, { id }),
    request(DrawsPageDocument, { dropId: id, limit: 1, after: null }),
  ])
  // A list can only begin after a claim that exists, and the receipt's may be the newest.
  const isNewest = (claims[0]?.sequence ?? 0) <= sequence
  const draws = await readDraws(id, onProgress, signal, isNewest ? null : claimIdOf(id, sequence + 1))
  const record = { dropId: id, draws: draws.filter((draw) => draw.sequence <= sequence) }
  return judgeReceipt(receipt, record, drop ?? NO_KEYS, signal)
}
