// The suites of the small ports, on adapters that are wrong: each finds what is the matter.
import { expect, it } from 'vitest'
import { hexOfBytes } from '../../domain/draw-verifier.ts'
import { createMemoryFiles } from '../doubles/memory-files.ts'
import { pureHashes } from '../doubles/pure-hashes.ts'
import { createSequentialIds } from '../doubles/sequential-ids.ts'
import { transparentSecrets } from '../doubles/transparent-secrets.ts'
import type { TestRunner } from '../runner.ts'
import { filesContract } from './files-contract.ts'
import { hashesContract } from './hashes-contract.ts'
import { idsContract } from './ids-contract.ts'
import { priceFeedContract } from './price-feed-contract.ts'
import { randomContract } from './random-contract.ts'
import { secretsContract } from './secrets-contract.ts'

const opening = (port: object) => async () => ({ ...port, close: async () => {} }) as never
const secretsOf = (secrets: object) => (run: TestRunner) =>
  secretsContract(run, opening({ secrets }), opening({ secrets }))

const WRONG: readonly [what: string, suite: (run: TestRunner) => void, found: string][] = [
  [
    'hashes as texts',
    (run) =>
      hashesContract(
        run,
        opening({
          hashes: { ...pureHashes, sha256: (bytes: Uint8Array) => hexOfBytes(pureHashes.sha256(bytes)) },
        }),
      ),
    'give at once the 32 bytes of SHA-256',
  ],
  [
    'hashes that come later',
    (run) =>
      hashesContract(run, opening({ hashes: { ...pureHashes, hmacSha256: async () => new Uint8Array(32) } })),
    'give at once the 32 bytes of HMAC-SHA256 of a message in UTF-8',
  ],
  [
    'too few random bytes',
    (run) => randomContract(run, opening({ random: { bytes: () => new Uint8Array(4) } })),
    'gives as many as it is asked for',
  ],
  [
    'random bytes that are all the same',
    (run) => randomContract(run, opening({ random: { bytes: (length: number) => new Uint8Array(length) } })),
    'gives others each time, of every value',
  ],
  [
    'ids that each process counts',
    (run) => idsContract(run, async () => ({ ids: createSequentialIds(), close: async () => {} })),
    'makes none that another process makes at the same instant',
  ],
  [
    'secrets that can be read',
    secretsOf(transparentSecrets),
    'show nothing, not even whether two are the same',
  ],
  [
    'secrets that forget their purpose',
    secretsOf({ seal: hexOfBytes, open: () => new Uint8Array() }),
    'do not open for another purpose',
  ],
  [
    'no currency',
    (run) => priceFeedContract(run, opening({ prices: { currencies: () => [], usdRate: () => 0 } })),
    'has a first currency, and each code once, in capitals',
  ],
  [
    'files that refuse what is gone',
    (run) =>
      filesContract(run, async () => {
        const files = createMemoryFiles()
        const remove = async (name: string) => {
          if (!files.kept.has(name)) throw new Error('no such file')
          await files.remove(name)
        }
        return { files: { ...files, remove }, close: async () => {} }
      }),
    'let go of the bytes, of no others, and of none once more',
  ],
]

it.each(WRONG)('finds %s', async (_, suite, found) => {
  const failed: string[] = []
  const tests: [name: string, body: () => Promise<void>][] = []
  suite({ describe: (_name, body) => body(), test: (name, body) => void tests.push([name, body]) })
  for (const [name, body] of tests) await body().catch(() => failed.push(name))
  expect(failed).toContain(found)
})
