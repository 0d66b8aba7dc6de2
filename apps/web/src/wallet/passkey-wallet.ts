import { BrowserPasskeyProvider, findCommonPublicKey, PasskeyKeypair } from '@mysten/sui/keypairs/passkey'
import { readSaved, save } from '../session/saved.ts'

/** What this browser remembers of the wallet: a passkey shows its public key only when it is made. */
interface SavedPasskey {
  readonly address: string
}

const PLACE = 'dropkit.passkey'

/** The library asks for a security key unless it is told otherwise; this device or a phone will do as well. */
const ANY_DEVICE = undefined as unknown as AuthenticatorAttachment

const provider = () =>
  new BrowserPasskeyProvider('Dropkit', {
    rp: { name: 'Dropkit', id: location.hostname },
    user: { name: 'Dropkit wallet', displayName: 'Dropkit wallet' },
    authenticatorSelection: {
      authenticatorAttachment: ANY_DEVICE,
      residentKey: 'required',
      userVerification: 'required',
    },
  })

/** The address of the passkey wallet that was used in this browser before; null if there was none. */
export const savedPasskeyAddress = (): string | null => readSaved<SavedPasskey>(PLACE)?.address ?? null

const remember = (address: string): string => {
  save(PLACE, { address } satisfies SavedPasskey)
  return address
}

/** Makes a wallet whose key stays in this device or its owner's password manager. Returns its address. */
export const createPasskeyWallet = async (): Promise<string> =>
  remember((await PasskeyKeypair.getPasskeyInstance(provider())).toSuiAddress())

/**
 * Finds the address of a passkey that was made before, perhaps in another browser. A signature fits several public keys;
 * the one that fits two signatures is the wallet's, so the passkey is used twice.
 */
export async function findPasskeyWallet(): Promise<string> {
  const sign = (message: string) =>
    PasskeyKeypair.signAndRecover(provider(), new TextEncoder().encode(message))
  const [first, second] = [await sign('Find my wallet'), await sign('Find my wallet, again')]
  return remember(findCommonPublicKey(first, second).toSuiAddress())
}
