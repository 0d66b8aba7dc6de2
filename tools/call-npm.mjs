// Runs npm as an install needs it: with a Node that the install does not delete, with a cache that can be written,
// and with everything it says on standard error.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, constants as osConstants, tmpdir } from 'node:os'
import { basename, delimiter, join, sep } from 'node:path'

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

/** The environment without this tree's own commands, which are about to go. */
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

/**
 * Runs npm. Gives its exit code, or what a shell would give where a signal to this process ended it. `onStart` is
 * told the id of its process.
 */
export const callNpm = (root, npmArguments, onStart) => {
  const { command, first, shell } = npmCommand(root)
  const cache = substituteCache()
  // By the environment, not by flags: the install step of the pinned Node starts an npm of its own.
  const environment = { ...environmentOf(root), npm_config_prefer_offline: 'true' }
  if (cache) environment.npm_config_cache = cache
  const { npm_config_loglevel: level } = process.env
  const quiet = [
    '--no-audit',
    '--no-fund',
    ...(level === undefined || level === 'silent' ? ['--loglevel=error'] : []),
  ]

  const options = { cwd: root, env: environment, shell, stdio: ['ignore', 2, 2] }
  const child = spawn(command, [...first, ...npmArguments, ...quiet], options)
  if (child.pid !== undefined) onStart(child.pid)

  let stoppedBy
  const stop = (signal) => {
    stoppedBy = signal
    child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, stop)

  return new Promise((resolve) => {
    const end = (code) => {
      for (const signal of signals) process.off(signal, stop)
      if (cache) rmSync(cache, { recursive: true, force: true })
      resolve(stoppedBy ? 128 + osConstants.signals[stoppedBy] : code)
    }
    child.on('error', (error) => {
      process.stderr.write(`npm does not start: ${error.message}\n`)
      end(1)
    })
    child.on('exit', (code) => end(code ?? 1))
  })
}
