import { readSaved, save } from '../session/saved.ts'

const PLACE = 'dropkit.sent'
/** For how long a transaction is taken to be on its way. */
const TRUSTED_MS = 45_000

type Sent = Readonly<Record<string, number>>

/** Remembers, over a reload and in other tabs, that the transaction of a claim or a payment was given to the chain. */
export function rememberSent(id: string, nowMs: number): void {
  const recent = Object.entries(readSaved<Sent>(PLACE) ?? {}).filter(([, at]) => nowMs - at < TRUSTED_MS)
  save(PLACE, Object.fromEntries([...recent, [id, nowMs]]))
}

export const wasSent = (id: string, nowMs: number): boolean =>
  nowMs - (readSaved<Sent>(PLACE)?.[id] ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS

/** It came to nothing after all. */
export function forgetSent(id: string): void {
  const { [id]: _, ...others } = readSaved<Sent>(PLACE) ?? {}
  save(PLACE, others)
}
