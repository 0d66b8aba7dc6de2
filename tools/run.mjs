#!/usr/bin/env node
// Starts a script of this repository on the pinned Node, after installing the packages when that is due.
// Usage: node tools/run.mjs [--env NAME=VALUE]... [--with FOLDER]... [--node FILE] [--web] SCRIPT [ARGUMENT]...   |   --install-only
// --with: a folder with a lock file of its own, whose packages are installed too.
// --node: a JSON file with the `flags` and the `environment` of the Node that runs the script. What is set already stays.
// --web: the web pages are built first, when that is due. A build that fails is no reason not to start.
// Plain JavaScript that any Node from 20 on runs: it is what starts before anything is installed.
// Standard output belongs to the script alone; whatever this tool or npm has to say goes to standard error.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebWhenDue } from './build-web-when-due.mjs'
import { installFolderWhenDue, installWhenDue, pinnedNodePath } from './install-when-due.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// A signal to npm alone reaches only the shell that npm put in between, which ends without passing it on: nobody
// would be left to end what runs here. Whoever starts this tool without npm may leave it running behind.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const arguments_ = process.argv.slice(2)
let environment = { ...process.env }
const folders = []
const flags = []
let withWeb = false
while (['--env', '--with', '--node', '--web'].includes(arguments_[0])) {
  if (arguments_[0] === '--web') {
    withWeb = true
    arguments_.shift()
    continue
  }
  const [option, given = ''] = arguments_.splice(0, 2)
  if (option === '--with') {
    if (!given) fail('--with wants a folder')
    folders.push(given)
    continue
  }
  if (option === '--node') {
    if (!given) fail('--node wants a file')
    const node = JSON.parse(readFileSync(resolve(root, given), 'utf8'))
    flags.push(...node.flags)
    environment = { ...node.environment, ...environment }
    continue
  }
  const [name, ...value] = given.split('=')
  if (!name || value.length === 0) fail('--env wants NAME=VALUE')
  environment[name] = value.join('=')
}

const installOnly = arguments_[0] === '--install-only'
const [script, ...scriptArguments] = arguments_
if (!script)
  fail(
    'usage: node tools/run.mjs [--env NAME=VALUE]... [--with FOLDER]... [--node FILE] [--web] SCRIPT [ARGUMENT]... | --install-only',
  )

const installs = [
  () => installWhenDue(root),
  ...folders.map((folder) => () => installFolderWhenDue(root, folder)),
]
for (const install of installs) {
  const installed = await install().catch((error) =>
    fail(`The packages cannot be installed: ${error.message}`),
  )
  if (installed !== 0) process.exit(installed)
}
if (installOnly) process.exit(0)
if (withWeb) {
  const built = await buildWebWhenDue(root).catch((error) => {
    process.stderr.write(`The web pages cannot be built: ${error.message}\n`)
    return 1
  })
  if (built !== 0) process.stderr.write('It goes on without new web pages: npm run build:web tries again.\n')
}

const child = spawn(
  pinnedNodePath(root),
  [...flags, '--conditions=@dropkit/source', resolve(root, script), ...scriptArguments],
  { cwd: root, env: environment, stdio: 'inherit' },
)

// A terminal sends Ctrl-C to the whole foreground group, so there the child has it already: passed on, it
// would arrive twice, and a server takes a second one for "stop at once".
const fromTerminal = process.stdin.isTTY === true
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal === 'SIGINT' && fromTerminal) return
    child.kill(signal)
  })
}

child.on('error', (error) => fail(`The pinned Node does not start (${error.message}).`))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
