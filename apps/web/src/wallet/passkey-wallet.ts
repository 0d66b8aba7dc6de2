import { BrowserPasskeyProvider, findCommonPublicKey, PasskeyKeypair } from '@mysten/sui/keypairs/passkey'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { TranslatedError } from '../api/errors.ts'
import { postOrThrow } from '../api/http.ts'
import { pageData } from '../page/page-data.ts'
import { readSaved, save } from '../session/saved.ts'
import { t } from '../words/messages.ts'
import type { Wallet } from './wallet.ts'

/** What this browser stores of a passkey, because a passkey shows its public key only when it is created. */
interface SavedPasskey {
  readonly address: string
  /** Base64. Earlier releases did not store it. */
  readonly publicKey?: string
}

const STORAGE_KEY = 'dropkit.passkey'

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
export const savedPasskeyAddress = (): string | null => readSaved<SavedPasskey>(STORAGE_KEY)?.address ?? null

type PublicKey = ReturnType<PasskeyKeypair['getPublicKey']>

function remember(publicKey: PublicKey): Wallet {
  const saved = { address: publicKey.toSuiAddress(), publicKey: toBase64(publicKey.toRawBytes()) }
  save(STORAGE_KEY, saved satisfies SavedPasskey)
  return walletOf(saved)
}

/** Creates a wallet whose key stays in this device or in its owner's password manager. */
export const createPasskeyWallet = async (): Promise<Wallet> =>
  remember((await PasskeyKeypair.getPasskeyInstance(provider())).getPublicKey())

/**
 * Finds the wallet of an existing passkey, which another browser may have created. A signature matches several public
 * keys. The wallet's key is the one that matches two signatures, so the passkey signs twice.
 */
export async function findPasskeyWallet(): Promise<Wallet> {
  const sign = (message: string) =>
    PasskeyKeypair.signAndRecover(provider(), new TextEncoder().encode(message))
  const [first, second] = [await sign('Find my wallet'), await sign('Find my wallet, again')]
  return remember(findCommonPublicKey(first, second))
}

/** The passkey wallet that this browser used last. Null if its public key is not known. */
export function savedPasskeyWallet(): Wallet | null {
  const { address, publicKey } = readSaved<SavedPasskey>(STORAGE_KEY) ?? {}
  return address === undefined || publicKey === undefined ? null : walletOf({ address, publicKey })
}

function walletOf({ address, publicKey }: Required<SavedPasskey>): Wallet {
  const keypair = () => new PasskeyKeypair(fromBase64(publicKey), provider())
  const signTransaction = async (transactionBytes: string) =>
    (await keypair().signTransaction(fromBase64(transactionBytes))).signature
  return {
    name: t('passkey'),
    address,
    async signMessage(message) {
      return (await keypair().signPersonalMessage(new TextEncoder().encode(message))).signature
    },
    signTransaction,
    async execute(transactionBytes) {
      // The page calls no Sui node, and a passkey wallet has no app that does.
      if (pageData.chain !== 'fake') throw new TranslatedError(t('passkeyCannotSend'))
      const sent = { sender: address, transactionBytes }
      return (await postOrThrow<{ readonly txHash: string }>('/fake-chain/execute', sent)).txHash
    },
  }
}
