// Decides whether `npm ci` is due, and runs it: once, however many starts ask at the same time.
//
// A stamp in node_modules says which lock file was installed, for which platform, with which Node binary.
// While it fits, asking costs a few milliseconds. Where there is none, because somebody ran npm by hand, what
// npm left behind is compared with the lock file; an install that was cut short does not pass for a whole one.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  existsSync,
  constants as fileConstants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, constants as osConstants, tmpdir } from 'node:os'
import { basename, delimiter, join, sep } from 'node:path'
import { holdLock } from './install-lock.mjs'

const say = (line) => process.stderr.write(`${line}\n`)

export const pinnedNodePath = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const stampPath = (root) => join(root, 'node_modules', '.dropkit-install.json')
const hiddenLockPath = (root) => join(root, 'node_modules', '.package-lock.json')

/** What the stamp has to say for the tree to count as installed, or undefined where the Node is missing. */
const presentState = (root) => {
  try {
    const node = pinnedNodePath(root)
    accessSync(node, fileConstants.X_OK)
    const { size, mtimeMs } = statSync(node)
    const lock = createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex')
    return JSON.stringify({ lock, platform: process.platform, arch: process.arch, node: { size, mtimeMs } })
  } catch {
    return undefined
  }
}

const writeStamp = (root) => {
  try {
    const state = presentState(root)
    if (state) writeFileSync(stampPath(root), state)
  } catch {
    // A tree that may only be read (an image, another user's) is whole without it; asking costs a little more.
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const pinnedNodeRuns = (root) => {
  const wanted = readJson(join(root, 'package-lock.json')).packages['node_modules/node'].version
  const answer = spawnSync(pinnedNodePath(root), ['--version'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.trim() === `v${wanted}`
}

/** Whether what npm installed last is what the lock file asks for, and is all there. */
const treeFitsLock = (root) => {
  try {
    const wanted = readJson(join(root, 'package-lock.json')).packages
    const present = readJson(hiddenLockPath(root)).packages
    return (
      Object.entries(wanted).every(([path, { version, integrity, optional, link, peer }]) => {
        if (!path.includes('node_modules/')) return true
        const got = present[path]
        if (!got) return optional === true || (peer === true && !existsSync(join(root, path)))
        return (
          (link === true || (got.version === version && got.integrity === integrity)) &&
          existsSync(join(root, path, 'package.json'))
        )
      }) && pinnedNodeRuns(root)
    )
  } catch {
    return false
  }
}

const isInstalled = (root) => {
  const state = presentState(root)
  if (!state) return false
  try {
    if (readFileSync(stampPath(root), 'utf8') === state) return true
  } catch {
    // No stamp: look closer.
  }
  if (!treeFitsLock(root)) return false
  writeStamp(root)
  return true
}

/**
 * How to call npm: with the Node and the npm that started us where npm did, else by its name. The Node of this
 * very tree is not used for it, since the install is about to delete it.
 */
const npmCommand = (root) => {
  const ours = join(root, 'node_modules') + sep
  const node = process.env.npm_node_execpath
  const npm = process.env.npm_execpath
  if (
    node &&
    npm &&
    !node.startsWith(ours) &&
    basename(npm) === 'npm-cli.js' &&
    existsSync(npm) &&
    existsSync(node)
  )
    return { command: node, first: [npm], shell: false }
  return { command: 'npm', first: [], shell: process.platform === 'win32' }
}

const environmentOf = (root) => {
  const ours = join(root, 'node_modules') + sep
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = (process.env[name] ?? '').split(delimiter).filter((folder) => !folder.startsWith(ours))
  return { ...process.env, [name]: path.join(delimiter) }
}

/** A cache folder to use instead of npm's own where that cannot be written; undefined where it can. */
const substituteCache = () => {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(cache, { recursive: true })
    const probe = mkdtempSync(join(cache, '_probe-'))
    rmSync(probe, { recursive: true })
    return undefined
  } catch {
    return mkdtempSync(join(tmpdir(), 'dropkit-npm-cache-'))
  }
}

const npmCi = (root, onStart) =>
  new Promise((resolve) => {
    // From here on the tree counts as not installed until npm has come through.
    for (const path of [stampPath(root), hiddenLockPath(root)]) rmSync(path, { force: true })
    const { command, first, shell } = npmCommand(root)
    const environment = environmentOf(root)
    const cache = substituteCache()
    // By the environment, not by a flag: the pinned Node's own install step starts another npm.
    if (cache) environment.npm_config_cache = cache
    const { npm_config_loglevel: level } = process.env
    const quiet = level === undefined || level === 'silent' ? ['--loglevel=error'] : []
    const child = spawn(
      command,
      [...first, 'ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund', ...quiet],
      {
        cwd: root,
        env: environment,
        shell,
        stdio: ['ignore', 2, 2],
      },
    )
    if (child.pid !== undefined) onStart(child.pid)
    let stoppedBy
    const stop = (signal) => {
      stoppedBy = signal
      child.kill(signal)
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, stop)
    const end = (code) => {
      for (const signal of signals) process.off(signal, stop)
      if (cache) rmSync(cache, { recursive: true, force: true })
      resolve(stoppedBy ? 128 + osConstants.signals[stoppedBy] : code)
    }
    child.on('error', (error) => {
      say(`npm does not start: ${error.message}`)
      end(1)
    })
    child.on('exit', (code) => end(code ?? 1))
  })

/** Installs when it is due. Gives the exit code to end with: 0 when the tree is ready. */
export const installWhenDue = async (root) => {
  if (isInstalled(root)) return 0
  const lock = await holdLock(join(root, '.install.lock'), () =>
    say('Waiting for another install of this folder …'),
  )
  try {
    if (isInstalled(root)) return 0
    say('Installing the packages (npm ci) …')
    const startedAt = Date.now()
    const code = await npmCi(root, lock.alsoHeldBy)
    if (code !== 0) {
      say(`The install failed (exit code ${code}).`)
      return code
    }
    if (!existsSync(pinnedNodePath(root)) || !pinnedNodeRuns(root)) {
      say(
        `The pinned Node does not run here: ${pinnedNodePath(root)}. Its package needs its install script ` +
          `(is npm told to ignore scripts?) and a platform that Node publishes a binary for.`,
      )
      return 1
    }
    writeStamp(root)
    say(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
    return 0
  } finally {
    lock.release()
  }
}
