import { claimLinkMessage, parseAddress } from '@dropkit/core'
import { toBase64Url } from '@dropkit/core/internal'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'

/** The key of a claim link. It signs in this browser and never leaves it. */
export interface LinkKey {
  /** The link's id, which is its public key. */
  readonly id: string
  sign(dropId: string, recipient: string): Promise<string>
}

/** Parses the private key of a claim link. Null if the text after `#link=` is not a key. */
export function linkKeyFrom(privateKey: string): LinkKey | null {
  const bytes = bytesOf(privateKey)
  if (bytes?.length !== 32) return null
  const keypair = Ed25519Keypair.fromSecretKey(bytes)
  const id = toBase64Url(keypair.getPublicKey().toRawBytes())
  return {
    id,
    async sign(dropId, recipient) {
      const address = parseAddress(recipient, 'address')
      if (!address.ok) throw new Error('That is not an address')
      const message = new TextEncoder().encode(claimLinkMessage(dropId, id, address.value))
      return toBase64Url(await keypair.sign(message))
    },
  }
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
  } catch {
    return undefined
  }
}
