import type { Address } from '../domain/address.ts'
import type { ChainAnswer } from './chain.ts'

/** Verifies signatures of wallets. */
export interface WalletVerifier {
  /**
   * Whether this is the wallet's signature over the message as a personal message. For some kinds of wallets, only the
   * chain can decide. Never throws.
   */
  verify(address: Address, message: string, signature: string): Promise<ChainAnswer<boolean>>
}

/** Verifies tokens of an OpenID provider. */
export interface OpenIdVerifier {
  /** The token's subject if the token is valid now, otherwise null. Never throws. */
  verify(token: string): Promise<{ readonly subject: string; readonly email: string | null } | null>
}
