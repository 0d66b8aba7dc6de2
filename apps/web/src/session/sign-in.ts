import { postOrThrow } from '../api/post-json.ts'
import type { Wallet } from '../wallet/wallet.ts'

export interface Session {
  /** `ds_…` */
  readonly token: string
  readonly expiresAt: string
  readonly user: { readonly id: string; readonly username: string; readonly walletAddress: string | null }
}

type Headers = Readonly<Record<string, string>>

const bearing = (secret: string): Headers => ({ authorization: `Bearer ${secret}` })

/** Proves to the service that the wallet is there. Throws what the service refuses, and when the wallet's owner does. */
export const signIn = (wallet: Wallet): Promise<Session> => prove(wallet, {})

/** Links the wallet to the user who is signed in by `secret`. Throws as `signIn` does. */
export const linkWallet = (wallet: Wallet, secret: string): Promise<Session> => prove(wallet, bearing(secret))

async function prove(wallet: Wallet, headers: Headers): Promise<Session> {
  const { address } = wallet
  const { message } = await postOrThrow<{ readonly message: string }>('/auth/challenge', { address })
  const signature = await wallet.signMessage(message)
  return postOrThrow<Session>('/auth/verify', { address, signature, message }, headers)
}

/** Ends a session on the server; what cannot be reached ends by itself in time. */
export async function endSession(token: string): Promise<void> {
  await postOrThrow('/auth/end', {}, bearing(token)).catch(() => {})
}
