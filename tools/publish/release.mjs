// `npm run release`: shows what would be published and does nothing. `npm run release -- --publish` publishes, as the npm
// user that is signed in, after the checks and after the version was typed as confirmation in a terminal.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { publishedFolders } from '../build.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const changesets = join(here, 'node_modules', '@changesets', 'cli', 'bin.js')

const end = (reason) => {
  console.error(reason)
  process.exit(1)
}

/** Runs a command of the repository. Returns its output, or exits with the error. */
const run = (command, commandArguments, { shows = false, env = process.env } = {}) => {
  const { status, stdout } = spawnSync(command, commandArguments, {
    cwd: root,
    env,
    encoding: 'utf8',
    stdio: ['inherit', shows ? 'inherit' : 'pipe', 'inherit'],
  })
  if (status !== 0) end(`${[command, ...commandArguments].join(' ')} failed`)
  return stdout ?? ''
}

const packages = publishedFolders(root).map((folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
)
const [{ version }] = packages
console.log(`To be published as ${version}:\n${packages.map(({ name }) => `  ${name}`).join('\n')}`)
if (!process.argv.includes('--publish')) {
  console.log('Nothing was published. To publish, run npm run release -- --publish.')
  process.exit(0)
}

if (packages.some((one) => one.version !== version))
  end('The packages have different versions: npm run changeset:version')
if (run('git', ['status', '--porcelain']).trim() !== '') end('There are changes that are not committed')
if (run('git', ['branch', '--show-current']).trim() !== 'main') end('Releases are made from main')
if (!process.stdin.isTTY) end('Run this in a terminal: it asks you to type the version')
run('npm', ['run', 'check'], { shows: true })
const user = run('npm', ['whoami']).trim()
const terminal = createInterface({ input: process.stdin, output: process.stdout })
const typed = await terminal.question(`Publishing as ${user}. Type the version to go on: `)
terminal.close()
if (typed.trim() !== version) end('Nothing was published.')
const env = { ...process.env, DROPKIT_RELEASE: 'asked for' }
run(process.execPath, [changesets, 'publish'], { shows: true, env })
