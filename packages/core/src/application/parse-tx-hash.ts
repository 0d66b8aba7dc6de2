import { badInput, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { noTextRefusal } from '../domain/text.ts'

const TX_HASH = /^[\w.:-]{1,128}$/

/** Parses a transaction's hash. Only the chain knows whether the transaction exists. */
export function parseTxHash(text: string, field = 'txHash'): Result<string, Refusal> {
  const noText = noTextRefusal(text, field)
  if (noText) return err(noText)
  const trimmed = text.trim()
  return TX_HASH.test(trimmed)
    ? ok(trimmed)
    : err(badInput(field, 'NO_TX_HASH', `${field} must be the hash of a transaction`))
}
