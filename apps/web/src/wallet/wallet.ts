import type { ClaimState } from '@dropkit/client'
import { readSaved, save } from '../session/saved.ts'

/** What a wallet will be asked to sign after it was chosen. */
export type WalletPurpose = 'message' | 'transaction'

/** A user's wallet, which signs in and sends transactions. Each method may ask its owner first. */
export interface Wallet {
  /** The name that its owner gave it. */
  readonly name: string
  /** 0x and 64 lower-case digits. */
  readonly address: string
  /** Returns the signature of a personal message, base64, in the format of the chain's wallets. Throws if it is refused. */
  signMessage(message: string): Promise<string>
  /** Signs a transaction (base64), sends it, and returns its hash. Throws if it is refused or fails on the chain. */
  execute(transactionBytes: string): Promise<string>
  /** Signs a transaction (base64) and sends nothing. Returns the signature, base64. Throws if it is refused. */
  signTransaction?(transactionBytes: string): Promise<string>
}

const STORAGE_KEY = 'dropkit.sent'
/** How long a transaction counts as sent before the server has seen it. */
const TRUSTED_MS = 45_000

type Sent = Readonly<Record<string, number>>

/** Stores for all tabs that the transaction of a claim or a payment was sent. */
export function rememberSent(id: string, nowMs: number): void {
  const recent = Object.entries(readSaved<Sent>(STORAGE_KEY) ?? {}).filter(
    ([, at]) => nowMs - at < TRUSTED_MS,
  )
  save(STORAGE_KEY, Object.fromEntries([...recent, [id, nowMs]]))
}

export const wasSent = (id: string, nowMs: number): boolean =>
  nowMs - (readSaved<Sent>(STORAGE_KEY)?.[id] ?? Number.NEGATIVE_INFINITY) < TRUSTED_MS

/** Stores for all tabs which transaction the wallet has sent. */
export function watchSent(state: ClaimState): void {
  if (state.kind === 'sent' && state.claim.id) rememberSent(state.claim.id, Date.now())
  if (state.kind === 'confirming_payment') rememberSent(state.payment.id, Date.now())
}
