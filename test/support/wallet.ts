// A Sui wallet for tests. It signs as a wallet in a browser does, without a network.
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'

export type TestWallet = {
  /** 0x and 64 lower-case hex digits. */
  readonly address: string
  readonly sign: (message: string) => Promise<string>
}

/** The same number gives the same wallet. */
export const walletOf = (number: number): TestWallet => {
  const seed = new Uint8Array(32)
  new DataView(seed.buffer).setUint32(0, number)
  const keys = Ed25519Keypair.fromSecretKey(seed)
  return {
    address: keys.toSuiAddress(),
    sign: async (message) => (await keys.signPersonalMessage(new TextEncoder().encode(message))).signature,
  }
}
