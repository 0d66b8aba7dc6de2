import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { MultiSigPublicKey } from '@mysten/sui/multisig'
import { describe, expect, test } from 'vitest'
import { verifyWalletMessage } from './wallet-verifier.ts'

const message = 'Sign in to Dropkit\nnonce: 42 ✓'
const bytes = new TextEncoder().encode(message)

describe('a message signed by a wallet', () => {
  test.each([
    ['Ed25519', Ed25519Keypair.generate()],
    ['Secp256k1', Secp256k1Keypair.generate()],
    ['Secp256r1', Secp256r1Keypair.generate()],
  ] as const)('is known by its address when the key is %s', async (_, wallet) => {
    const address = wallet.toSuiAddress()
    const { signature } = await wallet.signPersonalMessage(bytes)
    expect(await verifyWalletMessage({ address, message, signature })).toBe(true)
    expect(await verifyWalletMessage({ address, message: `${message} `, signature })).toBe(false)
    const other = Ed25519Keypair.generate().toSuiAddress()
    expect(await verifyWalletMessage({ address: other, message, signature })).toBe(false)
  })

  test('is known when several keys sign together', async () => {
    const wallets = [Ed25519Keypair.generate(), Secp256k1Keypair.generate()] as const
    const keys = MultiSigPublicKey.fromPublicKeys({
      threshold: 2,
      publicKeys: wallets.map((wallet) => ({ publicKey: wallet.getPublicKey(), weight: 1 })),
    })
    const [one, other] = await Promise.all(wallets.map((wallet) => wallet.signPersonalMessage(bytes)))
    if (!one || !other) throw new Error('not signed')
    const address = keys.toSuiAddress()
    const signature = keys.combinePartialSignatures([one.signature, other.signature])
    expect(await verifyWalletMessage({ address, message, signature })).toBe(true)
    const alone = keys.combinePartialSignatures([one.signature])
    expect(await verifyWalletMessage({ address, message, signature: alone })).toBe(false)
  })

  test('is not known by a signature over the bare bytes, or over a transaction', async () => {
    const wallet = Ed25519Keypair.generate()
    const address = wallet.toSuiAddress()
    const transaction = await wallet.signTransaction(bytes)
    const raw = Buffer.from(await wallet.sign(bytes)).toString('base64')
    for (const signature of [transaction.signature, raw]) {
      expect(await verifyWalletMessage({ address, message, signature })).toBe(false)
    }
  })

  test.each(['', 'AAAA', 'not base64 at all', 'BQ==', 'BQAAAAAA', Buffer.alloc(97).toString('base64')])(
    'is not known by %j',
    async (signature) => {
      const address = Ed25519Keypair.generate().toSuiAddress()
      expect(await verifyWalletMessage({ address, message, signature })).toBe(false)
    },
  )
})
