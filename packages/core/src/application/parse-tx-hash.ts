import { badInput, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { noTextRefusal } from '../domain/text.ts'

const TX_HASH = /^[\w.:-]{1,128}$/

/** A transaction's hash as somebody gives it; whether there is such a transaction only the chain knows. */
export function parseTxHash(text: string): Result<string, Refusal> {
  const noText = noTextRefusal(text, 'txHash')
  if (noText) return err(noText)
  const trimmed = text.trim()
  return TX_HASH.test(trimmed)
    ? ok(trimmed)
    : err(badInput('txHash', 'txHash must be the hash of a transaction'))
}
