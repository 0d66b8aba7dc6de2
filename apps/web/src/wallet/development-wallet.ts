import { postOrThrow } from '../api/post-json.ts'
import type { DevelopmentAccount } from './development-accounts.ts'
import type { Wallet } from './wallet.ts'

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
