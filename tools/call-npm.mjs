// Runs npm for an install: on a Node that the install does not delete, with a writable cache, and with all output on
// standard error.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, constants as osConstants, tmpdir } from 'node:os'
import { basename, delimiter, join, sep } from 'node:path'

/**
 * The command to run npm: the Node and npm that started this process if npm did, otherwise `npm` from the PATH. The Node in
 * this folder's node_modules is not used, because the install deletes it.
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

/** The environment without the PATH entries in this folder's node_modules, which the install deletes. */
const environmentOf = (root) => {
  const ours = join(root, 'node_modules') + sep
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  const path = (process.env[name] ?? '').split(delimiter).filter((folder) => !folder.startsWith(ours))
  return { ...process.env, [name]: path.join(delimiter) }
}

/** A temporary cache folder if npm's own cache is not writable, otherwise undefined. */
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
 * Runs npm. Returns its exit code, or 128 + the signal number if this process got a signal. `onStart` is called with its
 * process id.
 * @param {string} root
 * @param {readonly string[]} npmArguments
 * @param {(processId: number) => void} onStart
 * @returns {Promise<number>}
 */
export const callNpm = (root, npmArguments, onStart) => {
  const { command, first, shell } = npmCommand(root)
  const cache = substituteCache()
  // Set in the environment instead of by flags, because the install script of the pinned Node starts another npm.
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
