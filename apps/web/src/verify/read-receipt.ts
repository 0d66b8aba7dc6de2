import { parseAddress } from '@dropkit/core'
import { readId } from '@dropkit/core/internal'

/** A receipt that a claimer keeps: it names the place of a claim in the order of a drop's claims. */
export interface Receipt {
  readonly dropId: string
  readonly sequence: number
  readonly claimer: string
  /** The head of the order after the claim, hex. */
  readonly head: string
  /** What is signed. */
  readonly text: string
  /** Base64. */
  readonly publicKey: string
  readonly signature: string
}

const SIGNED =
  /^dropkit::receipt::v1:(\w+):(\d{1,15}):(0x[0-9a-f]{64}):(?:amount|round)=\d+:\d+:([0-9a-f]{64})$/

/** Reads a receipt as the API gives it; null for anything else. */
export function readReceipt(json: string): Receipt | null {
  const { text, publicKey, signature } = fieldsOf(json)
  if (typeof text !== 'string' || typeof publicKey !== 'string' || typeof signature !== 'string') return null
  const [, dropId = '', sequence, claimer = '', head = ''] = SIGNED.exec(text) ?? []
  if (readId('drop', dropId) === undefined || !parseAddress(claimer, 'claimer').ok) return null
  return { dropId, sequence: Number(sequence), claimer, head, text, publicKey, signature }
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(json))
  } catch {
    return {}
  }
}
