import { createHash } from 'node:crypto'
import type { Secrets } from '@dropkit/core'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyVoucherSignature } from './voucher/voucher-signature.ts'
import { createVoucherSigner } from './voucher-signer.ts'

/** Seals by writing the purpose next to the bytes, which is enough to test that the purpose is checked. */
function createOpenSecrets(): Secrets & { opened: number } {
  const tag = (purpose: string) => createHash('sha256').update(purpose).digest('hex').slice(0, 16)
  return {
    opened: 0,
    seal: (bytes, purpose) => `${tag(purpose)}.${Buffer.from(bytes).toString('hex')}`,
    open(sealed, purpose) {
      this.opened++
      const [written, hex = ''] = sealed.split('.')
      if (written !== tag(purpose)) throw new Error('sealed for something else')
      return Uint8Array.from(Buffer.from(hex, 'hex'))
    },
  }
}

const numRuns = Math.min(Number(process.env['PROPERTY_RUNS'] ?? 500), 1_000)

describe('the signer of vouchers', () => {
  test('signs as the keypair of @mysten/sui does', async () => {
    const signer = createVoucherSigner({ secrets: createOpenSecrets() })
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ maxLength: 200 }),
        async (secretKey, bytes) => {
          const keypair = Ed25519Keypair.fromSecretKey(secretKey)
          const key = signer.import('drop_1', keypair.getSecretKey())
          if (key === undefined) throw new Error('not imported')
          expect(key.publicKey).toBe(Buffer.from(keypair.getPublicKey().toRawBytes()).toString('base64'))
          expect(await signer.sign('drop_1', key, bytes)).toBe(
            Buffer.from(await keypair.sign(bytes)).toString('base64'),
          )
        },
      ),
      { numRuns },
    )
  })

  test('gives a generated key out in the form that wallets import', async () => {
    const signer = createVoucherSigner({ secrets: createOpenSecrets() })
    const key = signer.generate('drop_1')
    const exported = signer.export('drop_1', key)
    expect(exported).toMatch(/^suiprivkey1/)
    expect(signer.import('drop_1', `  ${exported}\n`)?.publicKey).toBe(key.publicKey)
    const bytes = Uint8Array.of(1, 2, 3)
    const wallet = Ed25519Keypair.fromSecretKey(exported)
    expect(await signer.sign('drop_1', key, bytes)).toBe(
      Buffer.from(await wallet.sign(bytes)).toString('base64'),
    )
  })

  test('makes another key each time', () => {
    const signer = createVoucherSigner({ secrets: createOpenSecrets() })
    expect(signer.generate('drop_1').publicKey).not.toBe(signer.generate('drop_1').publicKey)
  })

  test.each([
    '',
    'suiprivkey1',
    'suiprivkey1qqqqqqqq',
    Secp256k1Keypair.generate().getSecretKey(),
    Ed25519Keypair.generate().getSecretKey().replace(/.$/, '!'),
    '0x0000000000000000000000000000000000000000000000000000000000000001',
  ])('imports nothing from %j', (text) => {
    expect(createVoucherSigner({ secrets: createOpenSecrets() }).import('drop_1', text)).toBeUndefined()
  })

  test("does not sign with another drop's key, kept ready or not", async () => {
    const signer = createVoucherSigner({ secrets: createOpenSecrets() })
    const key = signer.generate('drop_1')
    await signer.sign('drop_1', key, Uint8Array.of(1))
    await expect(signer.sign('drop_2', key, Uint8Array.of(1))).rejects.toThrow('sealed for something else')
    expect(() => signer.export('drop_2', key)).toThrow('sealed for something else')
  })

  test('does not sign when the public key is not that of the private one', async () => {
    const signer = createVoucherSigner({ secrets: createOpenSecrets() })
    const [one, other] = [signer.generate('drop_1'), signer.generate('drop_1')]
    const mixed = { ...one, publicKey: other.publicKey }
    await expect(signer.sign('drop_1', mixed, Uint8Array.of(1))).rejects.toThrow('invariant')
  })

  test('opens a key once for many signatures, and again when it was pushed out', async () => {
    const secrets = createOpenSecrets()
    const signer = createVoucherSigner({ secrets, cachedKeys: 1 })
    const [one, other] = [signer.generate('drop_1'), signer.generate('drop_2')]
    const bytes = Uint8Array.of(1, 2, 3)
    const signatures = await Promise.all(Array.from({ length: 50 }, () => signer.sign('drop_1', one, bytes)))
    expect(secrets.opened).toBe(1)
    expect(new Set(signatures).size).toBe(1)
    expect(verifyVoucherSignature(bytes, signatures[0] ?? '', one.publicKey)).toBe(true)
    await signer.sign('drop_2', other, bytes)
    await signer.sign('drop_1', one, bytes)
    expect(secrets.opened).toBe(3)
  })
})
