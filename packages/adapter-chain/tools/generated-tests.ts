import { fileURLToPath } from 'node:url'
import { signedVouchersModule } from './signed-vouchers.ts'
import { voucherVectorsModule } from './voucher-vectors.ts'

const TESTS_FOLDER = new URL('../move/dropkit/tests/', import.meta.url)
const pathOf = (name: string): string => fileURLToPath(new URL(name, TESTS_FOLDER))

/** The generated Move test modules, with their paths. */
export const generatedTests = (): readonly { readonly path: string; readonly text: string }[] => [
  { path: pathOf('signed_vouchers.move'), text: signedVouchersModule() },
  { path: pathOf('voucher_vectors.move'), text: voucherVectorsModule() },
]
