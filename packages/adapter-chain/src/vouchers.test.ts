import { createHash } from 'node:crypto'
import { type Address, amountOf, type Secrets, type Voucher } from '@dropkit/core'
import { MAX_AMOUNT } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { bech32 } from '@scure/base'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GoldenVoucher, goldenVouchers } from '../tools/generated-tests.ts'
import {
  createBoundedCache,
  createVoucherSigner,
  isPublicKey,
  VOUCHER_DOMAIN,
  verifyVoucherSignature,
  voucherBytes,
} from './vouchers.ts'

describe("a voucher's signature", () => {
  const VoucherStruct = bcs.struct('Voucher', {
    domain: bcs.byteVector(),
    drop_id: bcs.Address,
    claimer: bcs.Address,
    amount: bcs.u64(),
    nonce: bcs.u64(),
    expiry_ms: bcs.u64(),
  })

  const serialized = (voucher: Voucher): Uint8Array =>
    VoucherStruct.serialize({
      domain: new TextEncoder().encode(VOUCHER_DOMAIN),
      drop_id: voucher.dropObjectId,
      claimer: voucher.claimer,
      amount: voucher.amount,
      nonce: voucher.nonce,
      expiry_ms: voucher.expiresAt,
    }).toBytes()

  const voucherOf = ({ voucher }: GoldenVoucher): Voucher => ({
    dropObjectId: voucher.dropObjectId as Address,
    claimer: voucher.claimer as Address,
    amount: amountOf(BigInt(voucher.amount)),
    nonce: voucher.nonce,
    expiresAt: voucher.expiresAt,
  })

  const addresses = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Address)

  const vouchers: fc.Arbitrary<Voucher> = fc.record({
    dropObjectId: addresses,
    claimer: addresses,
    amount: fc.bigInt({ min: 0n, max: MAX_AMOUNT }).map(amountOf),
    nonce: fc.maxSafeNat(),
    expiresAt: fc.maxSafeNat(),
  })

  const numRuns = Number(process.env['PROPERTY_RUNS'] ?? 500)

  describe('the bytes of a voucher', () => {
    test.each(goldenVouchers)('are those of the golden vector "$name"', (vector) => {
      expect(Buffer.from(voucherBytes(voucherOf(vector))).toString('hex')).toBe(vector.bytes)
      expect(Buffer.from(serialized(voucherOf(vector))).toString('hex')).toBe(vector.bytes)
    })

    test.each(goldenVouchers)('carry the signature of the golden vector "$name"', async (vector) => {
      const keys = Ed25519Keypair.fromSecretKey(Uint8Array.from(Buffer.from(vector.secretKey, 'hex')))
      const bytes = voucherBytes(voucherOf(vector))
      expect(Buffer.from(keys.getPublicKey().toRawBytes()).toString('base64')).toBe(vector.publicKey)
      expect(Buffer.from(await keys.sign(bytes)).toString('base64')).toBe(vector.signature)
      expect(verifyVoucherSignature(bytes, vector.signature, vector.publicKey)).toBe(true)
    })

    test('are what the serializer of @mysten/sui writes', () => {
      fc.assert(
        fc.property(vouchers, (voucher) => {
          expect(Buffer.from(voucherBytes(voucher))).toEqual(Buffer.from(serialized(voucher)))
        }),
        { numRuns },
      )
    })

    test('are refused for an address that is not normalised', () => {
      const [vector] = goldenVouchers
      if (vector === undefined) throw new Error('no vectors')
      for (const claimer of ['0x1', `0x${'g'.repeat(64)}`, `0x${'0'.repeat(65)}`]) {
        expect(() => voucherBytes({ ...voucherOf(vector), claimer: claimer as Address })).toThrow('invariant')
      }
    })
  })

  describe('a signature', () => {
    const [vector] = goldenVouchers
    if (vector === undefined) throw new Error('no vectors')
    const bytes = voucherBytes(voucherOf(vector))

    test('is not valid over other bytes', () => {
      fc.assert(
        fc.property(fc.nat(bytes.length - 1), fc.nat(7), (place, bit) => {
          const changed = Uint8Array.from(bytes)
          changed[place] = (changed[place] ?? 0) ^ (1 << bit)
          expect(verifyVoucherSignature(changed, vector.signature, vector.publicKey)).toBe(false)
        }),
        { numRuns },
      )
    })

    test('is not valid under another key', () => {
      const other = Buffer.from(Ed25519Keypair.generate().getPublicKey().toRawBytes()).toString('base64')
      expect(verifyVoucherSignature(bytes, vector.signature, other)).toBe(false)
    })

    test.each([
      '',
      'AAAA',
      'not base64!',
      `${vector.signature}AA`,
      vector.signature.slice(0, -4),
      `${vector.signature}\n`,
      vector.signature.replaceAll('=', ''),
      vector.signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ])('is not valid when it is %j', (signature) => {
      expect(verifyVoucherSignature(bytes, signature, vector.publicKey)).toBe(false)
    })

    test('is not valid for an invalid key', () => {
      expect(verifyVoucherSignature(bytes, vector.signature, 'AAAA')).toBe(false)
      expect(isPublicKey('AAAA')).toBe(false)
      expect(isPublicKey(vector.publicKey)).toBe(true)
    })
  })
})

describe('the signer of vouchers', () => {
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

  const encoded = (bytes: readonly number[]) =>
    bech32.encode('suiprivkey', bech32.toWords(Uint8Array.from(bytes)))

  test.each([
    ['nothing', ''],
    ['a prefix', 'suiprivkey1'],
    ['a prefix and zeros', 'suiprivkey1qqqqqqqq'],
    ['a key of another scheme', Secp256k1Keypair.generate().getSecretKey()],
    ['a key with a wrong character', Ed25519Keypair.generate().getSecretKey().replace(/.$/, '!')],
    ['a key that is too short', encoded(new Array(32).fill(0))],
    ['a key that is too long', encoded(new Array(34).fill(0))],
    ['words that are no bytes', bech32.encode('suiprivkey', [0, 1])],
    ['a hexadecimal number', '0x0000000000000000000000000000000000000000000000000000000000000001'],
  ])('imports nothing from %s', (_, text) => {
    expect(createVoucherSigner({ secrets: createOpenSecrets() }).import('drop_1', text)).toBeUndefined()
  })

  test("does not sign with another drop's key, kept ready or not", async () => {
    const signer = createVoucherSigner({ secrets: createOpenSecrets() })
    const key = signer.generate('drop_1')
    const sign = (dropId: string) => signer.sign(dropId, key, Uint8Array.of(1))
    await expect(sign('drop_2')).rejects.toThrow('sealed for something else')
    await sign('drop_1')
    await expect(sign('drop_2')).rejects.toThrow('invariant')
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

test('makes a value once while it is kept', () => {
  const cache = createBoundedCache<object>(2)
  const first = cache.getOrMake('a', () => ({}))
  expect(cache.getOrMake('a', () => ({}))).toBe(first)
})

test('evicts the least recently used entries', () => {
  const cache = createBoundedCache<number>(2)
  cache.getOrMake('a', () => 1)
  cache.getOrMake('b', () => 2)
  cache.getOrMake('a', () => 3)
  cache.getOrMake('c', () => 4)
  expect(cache.getOrMake('a', () => 5)).toBe(1)
  expect(cache.getOrMake('b', () => 6)).toBe(6)
})

test('keeps nothing of a value that could not be made', () => {
  const cache = createBoundedCache<number>(2)
  const failing = () => {
    throw new Error('no')
  }
  expect(() => cache.getOrMake('a', failing)).toThrow('no')
  expect(cache.getOrMake('a', () => 1)).toBe(1)
})
