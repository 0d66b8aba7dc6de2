import { type Wallet, WalletDeclined } from '../wallet.ts'

// The part of Wallet Standard (https://github.com/wallet-standard/wallet-standard) that a claim needs.

interface StandardAccount {
  readonly address: string
  readonly chains: readonly string[]
}
interface StandardWallet {
  readonly name: string
  readonly chains: readonly string[]
  readonly features: Readonly<Record<string, unknown>>
  readonly accounts: readonly StandardAccount[]
}
interface Connect {
  connect(): Promise<{ readonly accounts: readonly StandardAccount[] }>
}
interface SignMessage {
  signPersonalMessage(input: {
    readonly message: Uint8Array
    readonly account: StandardAccount
    readonly chain?: string
  }): Promise<{ readonly signature: string }>
}
interface SignTransaction {
  signTransaction(input: {
    readonly transaction: { toJSON(): Promise<string> }
    readonly account: StandardAccount
    readonly chain: string
  }): Promise<{ readonly signature: string }>
}
interface Execute {
  signAndExecuteTransaction(input: {
    readonly transaction: { toJSON(): Promise<string> }
    readonly account: StandardAccount
    readonly chain: string
  }): Promise<{ readonly digest: string }>
}

const [CONNECT, SIGN, SIGN_TRANSACTION, EXECUTE] = [
  'standard:connect',
  'sui:signPersonalMessage',
  'sui:signTransaction',
  'sui:signAndExecuteTransaction',
] as const

/** A wallet in this browser that can claim. */
export interface FoundWallet {
  readonly name: string
  /** Asks the wallet's owner for an account. Undefined if there is none. */
  connect(): Promise<Wallet | undefined>
}

/** Calls `onFound` with all Sui wallets announced so far, each time the list changes. Returns a function that stops it. */
export function findWallets(chain: string, onFound: (wallets: readonly FoundWallet[]) => void): () => void {
  const found = new Map<StandardWallet, FoundWallet>()
  const register = (...wallets: readonly StandardWallet[]) => {
    for (const wallet of wallets) {
      const isUsable = [CONNECT, SIGN, EXECUTE].every((feature) => feature in wallet.features)
      if (isUsable && !found.has(wallet)) found.set(wallet, foundWallet(wallet, chain))
    }
    onFound([...found.values()])
    return () => {
      for (const wallet of wallets) found.delete(wallet)
      onFound([...found.values()])
    }
  }
  const api = Object.freeze({ register })
  const welcome = (event: Event) => {
    const { detail } = event as CustomEvent<(given: typeof api) => void>
    detail(api)
  }
  addEventListener('wallet-standard:register-wallet', welcome)
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => removeEventListener('wallet-standard:register-wallet', welcome)
}

const foundWallet = (wallet: StandardWallet, chain: string): FoundWallet => ({
  name: wallet.name,
  async connect() {
    const { accounts } = await (wallet.features[CONNECT] as Connect).connect()
    // A wallet can have accounts of several chains.
    const account = [...accounts, ...wallet.accounts].find(({ chains }) =>
      chains.some((one) => one.startsWith('sui:')),
    )
    return account && walletOf(wallet, account, chain)
  },
})

const walletOf = ({ features }: StandardWallet, account: StandardAccount, chain: string): Wallet => ({
  address: account.address,
  async signMessage(text) {
    const message = new TextEncoder().encode(text)
    const { signature } = await declinable(() =>
      (features[SIGN] as SignMessage).signPersonalMessage({ message, account, chain }),
    )
    return signature
  },
  async execute(transactionBytes) {
    const transaction = asTransaction(transactionBytes)
    const { digest } = await declinable(() =>
      (features[EXECUTE] as Execute).signAndExecuteTransaction({ transaction, account, chain }),
    )
    return digest
  },
  ...(SIGN_TRANSACTION in features && {
    async signTransaction(transactionBytes: string) {
      const transaction = asTransaction(transactionBytes)
      const { signature } = await declinable(() =>
        (features[SIGN_TRANSACTION] as SignTransaction).signTransaction({ transaction, account, chain }),
      )
      return signature
    },
  }),
})

/** Sui wallets accept the transaction's bytes (base64) in place of its JSON. */
const asTransaction = (transactionBytes: string) => ({ toJSON: async () => transactionBytes })

/**
 * Wallets have no common error code for "declined by the user", but the message of nearly all says so. A node also cancels
 * requests, which it may have sent.
 */
async function declinable<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (/reject|declin|denied|user.*cancel|cancel.*user/i.test(text))
      throw new WalletDeclined(text, { cause: error })
    throw error
  }
}
