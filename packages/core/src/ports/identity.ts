import type { Address } from '../domain/address.ts'
import type { ChainAnswer } from './chain.ts'

/** Checks what a wallet signed. */
export interface WalletVerifier {
  /**
   * Whether this is the wallet's signature over the message as a personal message. Some kinds of wallets can only be
   * judged by the chain. Never throws.
   */
  verify(address: Address, message: string, signature: string): Promise<ChainAnswer<boolean>>
}

/** What an OpenID provider says about a user. */
export interface OpenIdVerifier {
  /** The token's subject when it is good now, else null. Never throws. */
  verify(token: string): Promise<{ readonly subject: string; readonly email: string | null } | null>
}
