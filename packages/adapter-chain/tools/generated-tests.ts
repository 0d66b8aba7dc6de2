import { fileURLToPath } from 'node:url'
import { goldenVouchers } from '../test/golden-vouchers.ts'
import { signedVouchersModule } from './signed-vouchers.ts'

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
  return `// Written by \`npm run move -w packages/adapter-chain\`, from src/voucher/voucher-vectors.json.
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
