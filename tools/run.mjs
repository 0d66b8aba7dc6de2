#!/usr/bin/env node
// Runs a script of this repository on the pinned Node, after installing the packages if necessary.
// Usage: node tools/run.mjs [--env NAME=VALUE]... [--with FOLDER]... [--node FILE] [--web] SCRIPT [ARGUMENT]...
// or:    node tools/run.mjs --install-only
// --with: also installs the packages of a folder that has its own lock file.
// --node: a JSON file with `flags` and `environment` for the Node that runs the script. Existing variables take precedence.
// --web: builds the web pages first, if necessary. The script starts even if that build fails.
// This is plain JavaScript for any Node from version 20 on, because it runs before anything is installed.
// Standard output is reserved for the script. Messages of this tool and of npm go to standard error.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWebWhenDue } from './build-web-when-due.mjs'
import { installFolderWhenDue, installWhenDue, pinnedNodePath } from './install-when-due.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

// A signal to npm alone only reaches the shell between npm and this process, and that shell ends without forwarding it.
// Nothing would stop this process then, so it ends when its parent does. Without npm, a parent may leave this tool running.
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
    if (!given) fail('--with requires a folder')
    folders.push(given)
    continue
  }
  if (option === '--node') {
    if (!given) fail('--node requires a file')
    const node = JSON.parse(readFileSync(resolve(root, given), 'utf8'))
    flags.push(...node.flags)
    environment = { ...node.environment, ...environment }
    continue
  }
  const [name, ...value] = given.split('=')
  if (!name || value.length === 0) fail('--env requires NAME=VALUE')
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

// A terminal sends Ctrl-C to the whole foreground process group, so the child gets it directly. If it were forwarded, it
// would arrive twice, and a server stops immediately at the second signal.
const fromTerminal = process.stdin.isTTY === true
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal === 'SIGINT' && fromTerminal) return
    child.kill(signal)
  })
}

child.on('error', (error) => fail(`The pinned Node does not start (${error.message}).`))
child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
