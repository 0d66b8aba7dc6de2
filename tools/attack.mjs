#!/usr/bin/env node
// `npm run attack`: all attacks on the service in full, and what came of them; see docs/attacks.md.
//   npm run attack                       all, 50 times what `npm test` tries
//   npm run attack -- bad-graphql        those whose file is named so
//   ATTACK_RUNS=1 npm run attack         as little as npm test tries
//   ATTACK_SEED=N npm run attack -- …    the same again
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FULL_RUNS = '50'
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** What is tried against the whole server, and where it needs the inside of a package, there. */
const FILES = [
  'test/attack/',
  'packages/adapter-graphql/test/authorization.test.ts',
  'packages/adapter-graphql/test/enumeration.test.ts',
  'packages/adapter-graphql/test/field-authorization.test.ts',
  'packages/adapter-graphql/test/nested-authorization.test.ts',
  'packages/adapter-graphql/test/prototype-pollution.test.ts',
  'packages/adapter-graphql/test/websocket.test.ts',
  'packages/adapter-webhook/src/address-guard.test.ts',
  'packages/adapter-webhook/src/guarded-sending.test.ts',
  'packages/adapter-webhook/src/receiver-url.test.ts',
  'apps/server/src/ports/openid-verifier.test.ts',
  'apps/server/src/ports/forged-tokens.test.ts',
]

const wanted = process.argv.slice(2)
const files = wanted.length > 0 ? wanted : FILES
const folder = mkdtempSync(join(tmpdir(), 'dropkit-attack-'))
const report = join(folder, 'report.txt')
const { ATTACK_RUNS = FULL_RUNS, ...environment } = process.env
const PROPERTY_RUNS = environment.PROPERTY_RUNS ?? String(500 * Number(ATTACK_RUNS))

const child = spawn(
  process.execPath,
  [
    '--conditions=@dropkit/source',
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--no-file-parallelism',
    ...files,
  ],
  {
    cwd: root,
    env: { ...environment, ATTACK_RUNS, PROPERTY_RUNS, ATTACK_REPORT: report },
    stdio: 'inherit',
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code, signal) => {
  console.log('\nWhat was tried, and what came of it:')
  console.log(existsSync(report) ? readFileSync(report, 'utf8').trimEnd() : 'nothing was counted')
  console.log(code === 0 ? 'Nothing got through.' : 'SOMETHING GOT THROUGH: see above.')
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = signal ? 1 : (code ?? 1)
})
