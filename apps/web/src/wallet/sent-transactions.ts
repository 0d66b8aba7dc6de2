import { readSaved, save } from '../session/saved.ts'

const PLACE = 'dropkit.sent'
/** How long a transaction counts as sent before the server has seen it. */
const TRUSTED_MS = 45_000

type Sent = Readonly<Record<string, number>>

/** Stores for all tabs that the transaction of a claim or a payment was sent. */
export function rememberSent(id: string, nowMs: number): void {
  const recent = Object.entries(readSaved<Sent>(PLACE) ?? {}).filter(([, at]) => nowMs - at < TRUSTED_MS)
  save(PLACE, Object.fromEntries([...recent, [id, nowMs]]))
}

export const wasSent = (id: string, nowMs: number): boolean =>
  nowMs - (readSaved<Sent>(PLACE)?.[id] ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS
