import { type Address, amountOf, type Voucher } from '@dropkit/core'
import { MAX_AMOUNT } from '@dropkit/core/internal'
import { bcs } from '@mysten/sui/bcs'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GoldenVoucher, goldenVouchers } from '../../test/golden-vouchers.ts'
import { VOUCHER_DOMAIN, verifyVoucherSignature, voucherBytes } from './voucher-signature.ts'

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
        expect(voucherBytes(voucher)).toEqual(serialized(voucher))
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

  test.each(['', 'AAAA', 'not base64!', `${vector.signature}AA`, vector.signature.slice(0, -4)])(
    'is not valid when it is %j',
    (signature) => {
      expect(verifyVoucherSignature(bytes, signature, vector.publicKey)).toBe(false)
    },
  )

  test('is not valid for an invalid key', () => {
    expect(verifyVoucherSignature(bytes, vector.signature, 'AAAA')).toBe(false)
  })
})
