import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Address, amountOf } from '@dropkit/core'
import { blake2b } from '@noble/hashes/blake2.js'
import { privateKeyFrom, publicKeyOf } from '../src/ed25519-keys.ts'
import { voucherBytes } from '../src/vouchers.ts'

/** A voucher with known bytes, for testing all code that writes, signs or verifies vouchers. */
export interface GoldenVoucher {
  readonly name: string
  readonly voucher: {
    readonly dropObjectId: string
    readonly claimer: string
    readonly amount: string
    readonly nonce: number
    readonly expiresAt: number
  }
  /** The 32 bytes of the private key, in hex. */
  readonly secretKey: string
  readonly publicKey: string
  readonly bytes: string
  readonly signature: string
}

export const goldenVouchers: readonly GoldenVoucher[] = JSON.parse(
  readFileSync(new URL('../test/voucher-vectors.json', import.meta.url), 'utf8'),
)

const TESTS_FOLDER = new URL('../move/dropkit/tests/', import.meta.url)
const pathOf = (name: string): string => fileURLToPath(new URL(name, TESTS_FOLDER))

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

/** Generates a Move test module that checks the package against the service's golden vectors. */
function voucherVectorsModule(): string {
  const tests = goldenVouchers.map(({ name, voucher, publicKey, bytes, signature }) => {
    const { dropObjectId, claimer, amount, nonce, expiresAt } = voucher
    return `#[test]
fun ${name.replaceAll(/[^a-z]+/g, '_')}() {
    check(
        @${dropObjectId},
        @${claimer},
        ${amount},
        ${nonce},
        ${expiresAt},
        x"${bytes}",
        x"${hexOf(publicKey)}",
        x"${hexOf(signature)}",
    )
}`
  })
  return `// Written by \`npm run move -w packages/adapter-chain\`, from test/voucher-vectors.json.
#[test_only]
module dropkit::voucher_vectors;

use dropkit::voucher;

${tests.join('\n\n')}

fun check(
    drop_id: address,
    claimer: address,
    amount: u64,
    nonce: u64,
    expiry_ms: u64,
    bytes: vector<u8>,
    public_key: vector<u8>,
    signature: vector<u8>,
) {
    assert!(voucher::bytes_for_testing(drop_id, claimer, amount, nonce, expiry_ms) == bytes);
    assert!(voucher::verify(&public_key, drop_id, claimer, amount, nonce, expiry_ms, &signature));
    assert!(!voucher::verify(&public_key, drop_id, claimer, amount, nonce, expiry_ms + 1, &signature));
}
`
}

/** The generated Move test modules, with their paths. */
export const generatedTests = (): readonly { readonly path: string; readonly text: string }[] => [
  { path: pathOf('signed_vouchers.move'), text: signedVouchersModule() },
  { path: pathOf('voucher_vectors.move'), text: voucherVectorsModule() },
]

/** The claimer of every voucher. */
const CLAIMER: Address = `0x${'0'.repeat(60)}c1a1` as Address

const KEY = privateKeyFrom(Buffer.alloc(32, 1))
const NEXT_KEY = privateKeyFrom(Buffer.alloc(32, 2))

const EXPIRY_MS = 1_000

/** The vouchers. Unless stated otherwise, they are for the first drop of a test. */
const VOUCHERS: Readonly<
  Record<string, { amount: bigint; nonce: number; key?: typeof KEY; isForOther?: true; expiresAt?: number }>
> = {
  first: { amount: 3n, nonce: 1 },
  first_by_next_key: { amount: 3n, nonce: 1, key: NEXT_KEY },
  second: { amount: 4n, nonce: 2 },
  second_by_next_key: { amount: 4n, nonce: 2, key: NEXT_KEY },
  far: { amount: 5n, nonce: 1_000_000 },
  whole: { amount: 100n, nonce: 3 },
  too_much: { amount: 101n, nonce: 4 },
  nothing: { amount: 0n, nonce: 5 },
  most_pieces: { amount: 250n, nonce: 6 },
  too_many_pieces: { amount: 251n, nonce: 7 },
  first_again_for_too_much: { amount: 101n, nonce: 1 },
  for_other: { amount: 3n, nonce: 1, isForOther: true },
  all_of_other: { amount: 7n, nonce: 2, isForOther: true },
  never_good: { amount: 3n, nonce: 1, expiresAt: 0 },
  always_good: { amount: 3n, nonce: 9, expiresAt: Number.MAX_SAFE_INTEGER },
}

/** The id of the n-th object (from 0) that a transaction creates: a hash of the transaction's digest and n. */
function createdObject(digest: Uint8Array, index: number): Address {
  const bytes = Buffer.alloc(1 + digest.length + 8)
  bytes[0] = 0xf1
  bytes.set(digest, 1)
  bytes.writeBigUInt64LE(BigInt(index), 1 + digest.length)
  return `0x${Buffer.from(blake2b(bytes, { dkLen: 32 })).toString('hex')}` as Address
}

// The tests create their drops first, in the transaction whose digest is all zeros. The objects are a coin, the drop, its
// table and its capability, twice.
const DIGEST = new Uint8Array(32)
const DROP = createdObject(DIGEST, 1)
const OTHER_DROP = createdObject(DIGEST, 5)

/** Generates a Move test module with vouchers for the drops that the Move tests create. */
function signedVouchersModule(): string {
  const functions = Object.entries(VOUCHERS).map(([name, { amount, nonce, key, isForOther, expiresAt }]) => {
    const voucher = {
      dropObjectId: isForOther ? OTHER_DROP : DROP,
      claimer: CLAIMER,
      amount: amountOf(amount),
      nonce,
      expiresAt: expiresAt ?? EXPIRY_MS,
    }
    const signature = sign(null, voucherBytes(voucher), key ?? KEY).toString('hex')
    return `public fun ${name}(): Signed {
    signed::new(@${CLAIMER}, ${amount}, ${nonce}, ${voucher.expiresAt}, x"${signature}")
}`
  })
  return `// Written by \`npm run move -w packages/adapter-chain\`.
#[test_only]
module dropkit::signed_vouchers;

use dropkit::signed::{Self, Signed};

public fun drop_id(): address { @${DROP} }

public fun other_drop_id(): address { @${OTHER_DROP} }

public fun key(): vector<u8> { x"${hexOf(publicKeyOf(KEY))}" }

public fun next_key(): vector<u8> { x"${hexOf(publicKeyOf(NEXT_KEY))}" }

${functions.join('\n\n')}
`
}
