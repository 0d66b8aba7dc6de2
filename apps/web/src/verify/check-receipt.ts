import { claimIdOf, readId } from '@dropkit/core/internal'
import { DropKeysDocument } from '../api/generated/operations.ts'
import { request } from '../api/request.ts'
import { judgeReceipt, type ReceiptVerdict } from './judge-receipt.ts'
import type { Receipt } from './read-receipt.ts'
import { readDraws } from './use-drop-check.ts'

/** Loads the keys of the drop and its claims up to the receipt's, and judges the receipt by them. */
export async function checkReceipt(dropId: string, receipt: Receipt): Promise<ReceiptVerdict> {
  const id = readId('drop', dropId)
  if (id === undefined || receipt.dropId !== id) return 'elsewhere'
  const { drop } = await request(DropKeysDocument, { id })
  const next = claimIdOf(id, receipt.sequence + 1)
  const draws = await readDraws(id, () => {}, new AbortController().signal, next)
  return judgeReceipt(receipt, { dropId: id, draws }, drop?.publicKeys ?? [])
}
