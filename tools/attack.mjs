#!/usr/bin/env node
// `npm run attack`: runs all attacks on the service in full and shows the results; see docs/attacks.md.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions, refuse } from './read-options.mjs'

const FULL_RUNS = '50'
const root = dirname(dirname(fileURLToPath(import.meta.url)))

const USAGE = `Usage:
  npm run attack                       all attacks in full: ${FULL_RUNS} times as many inputs as npm test
  npm run attack -- NAME…              attacks by a part of their file's name, such as bad-graphql
  ATTACK_RUNS=1 npm run attack         as many inputs as npm test, or this many times as many
  ATTACK_SEED=N npm run attack -- …    repeats a run by its printed seed
  npm run attack -- worst --claims N   the worst requests on a store with N claims (default 5,000)`

/** The attack tests: against the whole server if possible, otherwise inside a package. */
const FILES = [
  ...readdirSync(join(root, 'test/attack'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `test/attack/${file}`),
  'packages/adapter-graphql/test/authorization.test.ts',
  'packages/adapter-graphql/test/enumeration.test.ts',
  'packages/adapter-graphql/test/field-authorization.test.ts',
  'packages/adapter-graphql/test/nested-authorization.test.ts',
  'packages/adapter-graphql/test/names-in-json.test.ts',
  'packages/adapter-graphql/test/websocket.test.ts',
  'packages/adapter-webhook/src/address-guard.test.ts',
  'packages/adapter-webhook/src/http-facts.test.ts',
  'apps/server/src/log/pino-log.test.ts',
  'apps/server/src/ports/openid-verifier.test.ts',
]

const nameOf = (file) => basename(file, '.test.ts')
const named = (name) => {
  const files = FILES.filter((file) => basename(file).includes(basename(name)))
  if (files.length === 0)
    refuse(`There is no attack named ${name}. Attacks: ${FILES.map(nameOf).toSorted().join(', ')}.`)
  return files
}

const {
  positionals: names,
  values: { claims },
} = readOptions(USAGE, { allowPositionals: true, options: { claims: { type: 'string' } } })
if (claims !== undefined && !/^[1-9]\d{0,8}$/.test(claims))
  refuse(`--claims must be a whole number of at least 1, not "${claims}".`)
const files = names.length > 0 ? [...new Set(names.flatMap(named))] : FILES
for (const name of ['ATTACK_RUNS', 'ATTACK_SEED']) {
  const text = process.env[name]
  if (text !== undefined && !/^[1-9]\d{0,14}$/.test(text))
    refuse(`${name} must be a whole number of at least 1, not "${text}".`)
}
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
    env: {
      ...environment,
      ATTACK_RUNS,
      PROPERTY_RUNS,
      ATTACK_REPORT: report,
      ...(claims === undefined ? {} : { ATTACK_CLAIMS: claims }),
    },
    stdio: 'inherit',
  },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('close', (code, signal) => {
  console.log('\nInputs and outcomes:')
  console.log(existsSync(report) ? readFileSync(report, 'utf8').trimEnd() : 'none counted')
  console.log(code === 0 ? 'No attack succeeded.' : 'AN ATTACK SUCCEEDED: see above.')
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = signal ? 1 : (code ?? 1)
})
