import type { Instant, OperatorAction, SignedTransaction } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import { digestOf } from './ledger-hashes.ts'
import { decodeRecord, encodeRecord } from './ledger-records.ts'

interface OperatorPayload {
  readonly action: OperatorAction
  readonly expiresAt: Instant
  /** Distinguishes two transactions with the same action. */
  readonly sequence: number
}

const digestOfBytes = (bytes: string): string => digestOf('operator', bytes)

/** On this chain, the bytes are the action as JSON in base64. Only the service sends them. */
export function encodeOperatorTransaction(payload: OperatorPayload): SignedTransaction {
  const bytes = Buffer.from(encodeRecord(payload)).toString('base64')
  return { bytes, digest: digestOfBytes(bytes), expiresAt: payload.expiresAt }
}

export function decodeOperatorTransaction({ bytes, digest, expiresAt }: SignedTransaction): OperatorPayload {
  invariant(digest === digestOfBytes(bytes), `the bytes are those of ${digest}`)
  const payload = decodeRecord<OperatorPayload>(Buffer.from(bytes, 'base64').toString())
  invariant(payload.expiresAt === expiresAt, `${digest} ends when its bytes say`)
  return payload
}
