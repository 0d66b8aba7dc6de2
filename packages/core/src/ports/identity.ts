import type { Address } from '../domain/address.ts'

/** Checks what a wallet signed. */
export interface WalletVerifier {
  /** Whether this is the wallet's signature over the message as a personal message. Never throws. */
  verify(address: Address, message: string, signature: string): Promise<boolean>
}

/** An OpenID provider's word on who somebody is. */
export interface OpenIdVerifier {
  /** The token's subject when it is good now, else null. Never throws. */
  verify(token: string): Promise<{ readonly subject: string; readonly email: string | null } | null>
}
