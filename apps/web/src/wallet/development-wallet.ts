import { postOrThrow } from '../api/http.ts'
import { loadPart } from '../components/lazy-part.ts'
import { readSaved, save } from '../session/saved.ts'
import type { Wallet } from './wallet.ts'

/** An account of the development wallet, which works only on the fake chain. */
export interface DevelopmentAccount {
  readonly name: string
  readonly address: string
  /** `suiprivkey1…`. It protects nothing of value, because the fake chain's coins are worthless. */
  readonly privateKey: string
}

const STORAGE_KEY = 'dropkit.development-wallet'
const NAMES = ['Alice', 'Bob', 'Carol', 'Dave', 'Erin', 'Frank', 'Grace', 'Heidi']

export const developmentAccounts = (): readonly DevelopmentAccount[] =>
  readSaved<readonly DevelopmentAccount[]>(STORAGE_KEY) ?? []

/** Adds an account with a new key. */
export async function addDevelopmentAccount(): Promise<DevelopmentAccount> {
  const { Ed25519Keypair } = await loadPart(() => import('@mysten/sui/keypairs/ed25519'))
  const accounts = developmentAccounts()
  const keypair = Ed25519Keypair.generate()
  const round = Math.floor(accounts.length / NAMES.length)
  const account = {
    name: `${NAMES[accounts.length % NAMES.length]}${round === 0 ? '' : ` ${round + 1}`}`,
    address: keypair.toSuiAddress(),
    privateKey: keypair.getSecretKey(),
  }
  save(STORAGE_KEY, [...accounts, account])
  return account
}

/** A wallet in this browser for the fake chain. It makes real signatures. */
export const developmentWallet = ({ name, address, privateKey }: DevelopmentAccount): Wallet => ({
  name,
  address,
  async signMessage(message) {
    const { Ed25519Keypair } = await import('@mysten/sui/keypairs/ed25519')
    const keypair = Ed25519Keypair.fromSecretKey(privateKey)
    const { signature } = await keypair.signPersonalMessage(new TextEncoder().encode(message))
    return signature
  },
  async execute(transactionBytes) {
    const { txHash } = await postOrThrow<{ readonly txHash: string }>('/fake-chain/execute', {
      sender: address,
      transactionBytes,
    })
    return txHash
  },
  async signTransaction(transactionBytes) {
    const [{ Ed25519Keypair }, { fromBase64 }] = await Promise.all([
      import('@mysten/sui/keypairs/ed25519'),
      import('@mysten/sui/utils'),
    ])
    const keypair = Ed25519Keypair.fromSecretKey(privateKey)
    return (await keypair.signTransaction(fromBase64(transactionBytes))).signature
  },
})
