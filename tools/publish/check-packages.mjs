// `npm run pack:check`: builds and packs the packages, and checks the tarballs with publint and attw. Packages are ES
// modules only, so type resolution from CommonJS and the oldest resolution mode are not checked.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packInto } from '../pack.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const attw = join(here, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js')

const askPublint = async ({ name, tarball }) => {
  // A copy, because the bytes of a short file are in a buffer that is shared with other data.
  const { buffer } = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
  return messages.map((message) => `${name}: ${formatMessage(message, pkg, { color: false })}`)
}

const askAttw = ({ name, tarball }) =>
  new Promise((resolve, reject) => {
    // The schema is a text file, not a module.
    const options = ['--profile', 'esm-only', '--format', 'ascii', '--exclude-entrypoints', 'schema.graphql']
    const child = spawn(process.execPath, [attw, tarball, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? [] : [`${name}: ${said.trim()}`]))
  })

const folder = mkdtempSync(join(tmpdir(), 'dropkit-packed-'))
try {
  const packed = await packInto(root, folder)
  const problems = (await Promise.all(packed.flatMap((one) => [askPublint(one), askAttw(one)]))).flat()
  for (const problem of problems) console.log(problem)
  if (problems.length === 0) console.log(`${packed.length} packages: no problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
