import { parseAddress } from '@dropkit/core'
import { readId } from '@dropkit/core/internal'

/** A receipt of a claimer, which proves the position of a claim in the drop's order of claims. */
export interface Receipt {
  readonly dropId: string
  readonly sequence: number
  readonly claimer: string
  /** The address that receives the amount, if it is another one. */
  readonly recipient: string | null
  /** The head of the hash chain after the claim, hex. */
  readonly head: string
  /** The signed text. */
  readonly text: string
  /** Base64. */
  readonly publicKey: string
  readonly signature: string
}

const SIGNED =
  /^dropkit::receipt::v1:(\w+):(\d{1,15}):(0x[0-9a-f]{64}):(?:amount|round)=\d+(?::recipient=(0x[0-9a-f]{64}))?:\d+:([0-9a-f]{64})$/

/** Parses a receipt in the API's format. Null for any other text. */
export function readReceipt(json: string): Receipt | null {
  const { text, publicKey, signature } = fieldsOf(json)
  if (typeof text !== 'string' || typeof publicKey !== 'string' || typeof signature !== 'string') return null
  const [, dropId = '', sequence, claimer = '', recipient = null, head = ''] = SIGNED.exec(text) ?? []
  if (readId('drop', dropId) === undefined || !parseAddress(claimer, 'claimer').ok) return null
  return { dropId, sequence: Number(sequence), claimer, recipient, head, text, publicKey, signature }
}

function fieldsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(json))
  } catch {
    return {}
  }
}
