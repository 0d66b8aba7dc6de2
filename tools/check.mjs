#!/usr/bin/env node
// `npm run check`: runs every check that is not a test. Prints one line per check with its seconds, followed by the output
// of a failed check. All checks run, even if one fails. Usage: npm run check [NAME]... to run only those.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockBuild } from './build.mjs'
import { checkDependencies } from './check-dependencies.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs a script on this Node. Returns whether it succeeded, its whole output, and its standard output alone. */
const run = (script, ...scriptArguments) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--conditions=@dropkit/source', script, ...scriptArguments], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    let output = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      printed += chunk
    })
    child.on('error', (error) => resolve({ ok: false, printed: error.message, output }))
    child.on('close', (code) => resolve({ ok: code === 0, printed, output }))
  })

const inModules = (path) => join(root, 'node_modules', path)
/** TypeScript 7 compiles. It has no JavaScript API, so tools that read the syntax tree use TypeScript 6. */
const tsc = inModules('typescript-7/bin/tsc')

const types = async () => {
  const lock = await lockBuild(root)
  const build = await run(tsc, '-b').finally(lock.release)
  const tests = await run(tsc, '-p', 'tsconfig.test.json')
  const web = await run(tsc, '-p', 'apps/web')
  const lines = new Set(`${build.printed}${tests.printed}${web.printed}`.split('\n'))
  return { ok: build.ok && tests.ok && web.ok, printed: [...lines].join('\n') }
}

/** Checks that the served API contains the whole contract, if the contract checker is in ../shared. */
const contract = async () => {
  const sdl = await run('packages/adapter-graphql/src/print-schema.ts')
  if (!sdl.ok || sdl.output.trim() === '')
    return { ok: false, printed: `No schema was printed.\n${sdl.printed}` }
  const checker = join(root, '..', 'shared', 'check-contract.mjs')
  if (!existsSync(checker))
    return { ok: true, note: 'NOT COMPARED: ../shared/check-contract.mjs is not there' }
  const folder = await mkdtemp(join(tmpdir(), 'dropkit-contract-'))
  try {
    const served = join(folder, 'served-schema.graphql')
    await writeFile(served, sdl.output)
    const { ok, printed } = await run(checker, served)
    return { ok, printed, note: printed.trim().split('\n').at(-1) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Checks that docs/reference is up to date. */
const reference = () => run('tools/reference/write-reference.ts', '--check')

const dependencies = async () => {
  const { violations, note, packages } = await checkDependencies(root)
  return {
    ok: violations.length === 0,
    printed: violations.join('\n'),
    note: `${packages} packages; ${note}`,
  }
}

/**
 * Groups of checks that run in parallel, one per core for two cores. The checks of the first group depend on each other.
 */
const LANES = [
  {
    types,
    api: () => run('tools/publish/api-report.mjs', '--check'),
    packages: () => run('tools/publish/check-packages.mjs'),
  },
  {
    biome: () => run(inModules('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'),
    architecture: () =>
      run(
        inModules('dependency-cruiser/bin/dependency-cruiser.mjs'),
        'packages',
        'apps',
        'test',
        'bench/src',
        'examples',
        'vitest.config.ts',
      ),
    knip: () => run(inModules('knip/bin/knip.js'), '--no-progress', '--no-config-hints'),
    contract,
    reference,
    dependencies,
  },
]

const known = LANES.flatMap((lane) => Object.keys(lane))
const names = process.argv.length > 2 ? process.argv.slice(2) : known
const unknown = names.find((name) => !known.includes(name))
if (unknown !== undefined) {
  console.error(`There is no check named ${unknown}. Checks: ${known.join(', ')}.`)
  process.exit(2)
}

const failed = []
const runCheck = async (name, check) => {
  const startedAt = performance.now()
  const { ok, printed = '', note } = await check()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(12)}  ${seconds.padStart(5)} s${note ? `  ${note}` : ''}`,
  )
  if (ok) return
  failed.push(name)
  console.log(printed.trimEnd().replaceAll(/^/gm, '    '))
}
const runLane = async (lane) => {
  for (const [name, check] of Object.entries(lane)) if (names.includes(name)) await runCheck(name, check)
}
await Promise.all(LANES.map(runLane))
if (failed.length > 0) console.log(`check: ${failed.length} of ${names.length} failed: ${failed.join(', ')}`)
process.exitCode = failed.length > 0 ? 1 : 0
