import { BrowserPasskeyProvider, findCommonPublicKey, PasskeyKeypair } from '@mysten/sui/keypairs/passkey'
import { readSaved, save } from '../session/saved.ts'

/** The address is stored because a passkey shows its public key only when it is created. */
interface SavedPasskey {
  readonly address: string
}

const PLACE = 'dropkit.passkey'

/** The library asks for a security key by default. Undefined also allows this device or a phone. */
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

/** The address of the passkey wallet that this browser used last. Null if there is none. */
export const savedPasskeyAddress = (): string | null => readSaved<SavedPasskey>(PLACE)?.address ?? null

const remember = (address: string): string => {
  save(PLACE, { address } satisfies SavedPasskey)
  return address
}

/** Creates a wallet whose key stays in this device or in its owner's password manager. Returns the address. */
export const createPasskeyWallet = async (): Promise<string> =>
  remember((await PasskeyKeypair.getPasskeyInstance(provider())).toSuiAddress())

/**
 * Finds the address of an existing passkey, which another browser may have created. A signature matches several public
 * keys. The wallet's key is the one that matches two signatures, so the passkey signs twice.
 */
export async function findPasskeyWallet(): Promise<string> {
  const sign = (message: string) =>
    PasskeyKeypair.signAndRecover(provider(), new TextEncoder().encode(message))
  const [first, second] = [await sign('Find my wallet'), await sign('Find my wallet, again')]
  return remember(findCommonPublicKey(first, second).toSuiAddress())
}
