import type { IdempotencyKey, Sealed, Secrets } from '@dropkit/core'
import { SEALED_FOR } from '@dropkit/core/internal'
import type { Answer } from '../http/answer.ts'
import type { VoucherNote } from './request-receipt.ts'

/** A stored answer for a repeated request. */
export interface KeptAnswer extends Pick<Answer, 'status' | 'text'> {
  readonly voucher: VoucherNote | null
}

/** Seals the answer, because it may contain secrets. It can be opened only for its user and key. */
export function sealAnswer(
  secrets: Secrets,
  key: IdempotencyKey,
  { status, text, voucher }: KeptAnswer,
): Sealed {
  const kept: KeptAnswer = { status, text, voucher }
  return secrets.seal(new TextEncoder().encode(JSON.stringify(kept)), purposeOf(key))
}

export const openAnswer = (secrets: Secrets, key: IdempotencyKey, sealed: Sealed): KeptAnswer =>
  JSON.parse(new TextDecoder().decode(secrets.open(sealed, purposeOf(key)))) as KeptAnswer

const purposeOf = ({ userId, key }: IdempotencyKey): string => SEALED_FOR.answer(userId, key)
