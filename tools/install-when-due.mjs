// Runs `npm ci` if necessary, once, even if several processes start at the same time.
// A stamp in node_modules identifies the installed lock file, the platform and the Node binary. If it matches, the check
// takes a few milliseconds. If there is no stamp, because npm was run by hand, npm's own record of the install is compared
// with the lock file. An interrupted install does not count as complete.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  existsSync,
  constants as fileConstants,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { callNpm } from './call-npm.mjs'
import { holdLock } from './install-lock.mjs'

const say = (line) => process.stderr.write(`${line}\n`)

export const pinnedNodePath = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const stampPath = (root) => join(root, 'node_modules', '.dropkit-install.json')
const hiddenLockPath = (root) => join(root, 'node_modules', '.package-lock.json')

// Exists in node_modules from when the packages are unpacked until their install scripts have succeeded.
const unfinishedPath = (root) => join(root, 'node_modules', '.dropkit-install-unfinished')

/** The stamp of a complete install. Undefined if the pinned Node is missing. */
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
    // A read-only folder (in an image, or of another user) needs no stamp. The check then takes a little longer.
  }
}

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const pinnedNodeRuns = (root) => {
  const wanted = readJson(join(root, 'package-lock.json')).packages['node_modules/node'].version
  const answer = spawnSync(pinnedNodePath(root), ['--version'], { encoding: 'utf8' })
  return answer.status === 0 && answer.stdout.trim() === `v${wanted}`
}

/** Whether npm's record of the last install matches the lock file, and all packages exist. */
const treeFitsLock = (root) => {
  try {
    const wanted = readJson(join(root, 'package-lock.json')).packages
    const present = readJson(hiddenLockPath(root)).packages
    return (
      !existsSync(unfinishedPath(root)) &&
      Object.entries(wanted).every(([path, { version, integrity, optional, link, peer }]) => {
        if (!path.includes('node_modules/')) return true
        const got = present[path]
        if (!got) return optional === true || (peer === true && !existsSync(join(root, path)))
        return (
          (link === true || (got.version === version && got.integrity === integrity)) &&
          existsSync(join(root, path, 'package.json'))
        )
      }) &&
      pinnedNodeRuns(root)
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
    // There is no stamp, so the packages are compared below.
  }
  if (!treeFitsLock(root)) return false
  writeStamp(root)
  return true
}

/** The packages whose install scripts package.json allows, if they are installed on this platform. */
const packagesWithScripts = (root) =>
  Object.entries(readJson(join(root, 'package.json')).allowScripts ?? {})
    .filter(([name, allowed]) => allowed && existsSync(join(root, 'node_modules', name)))
    .map(([name]) => name)

/**
 * Installs in two steps: all packages without install scripts, then the scripts of the allowed packages. An npm version
 * that does not support such a list would otherwise compile packages that contain prebuilt binaries.
 */
const install = async (root, onStart) => {
  // From here until npm has finished, the folder counts as not installed.
  for (const path of [stampPath(root), hiddenLockPath(root)]) rmSync(path, { force: true })
  const fetched = await callNpm(root, ['ci', '--include=dev', '--ignore-scripts'], onStart)
  if (fetched !== 0) return fetched
  const names = packagesWithScripts(root)
  if (names.length === 0) return 0
  writeFileSync(unfinishedPath(root), '')
  const built = await callNpm(root, ['rebuild', '--ignore-scripts=false', ...names], onStart)
  if (built === 0) rmSync(unfinishedPath(root))
  return built
}

/** Installs if necessary. Returns the exit code: 0 if the packages are installed. */
export const installWhenDue = async (root) => {
  if (isInstalled(root)) return 0
  const lock = await holdLock(join(root, '.install.lock'), () =>
    say('Waiting for another install of this folder …'),
  )
  try {
    if (isInstalled(root)) return 0
    say('Installing the packages (npm ci) …')
    const startedAt = Date.now()
    const code = await install(root, lock.alsoHeldBy)
    if (code !== 0) {
      say(`The install failed (exit code ${code}).`)
      return code
    }
    if (!existsSync(pinnedNodePath(root)) || !pinnedNodeRuns(root)) {
      say(
        `The pinned Node does not run here: ${pinnedNodePath(root)}. ` +
          `It takes a platform that the npm package "node" has a binary for.`,
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

/** The stamp of a complete install in a folder with its own lock file. */
const folderState = (path) => {
  const lock = createHash('sha256')
    .update(readFileSync(join(path, 'package-lock.json')))
    .digest('hex')
  return JSON.stringify({ lock, platform: process.platform, arch: process.arch })
}

/** Like `installWhenDue`, for a folder below `root` with its own lock file. Its packages run no install scripts. */
export const installFolderWhenDue = async (root, folder) => {
  const path = join(root, folder)
  const stamp = stampPath(path)
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === folderState(path)
  if (isDone()) return 0
  const lock = await holdLock(join(root, '.install.lock'), () =>
    say('Waiting for another install of this folder …'),
  )
  try {
    if (isDone()) return 0
    say(`Installing the packages of ${folder} (npm ci) …`)
    const startedAt = Date.now()
    rmSync(stamp, { force: true })
    const code = await callNpm(path, ['ci', '--include=dev', '--ignore-scripts'], lock.alsoHeldBy)
    if (code !== 0) {
      say(`The install failed (exit code ${code}).`)
      return code
    }
    writeFileSync(stamp, folderState(path))
    say(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.`)
    return 0
  } finally {
    lock.release()
  }
}
