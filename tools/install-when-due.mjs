// Decides whether `npm ci` is due, and runs it: once, however many starts ask at the same time.
//
// A stamp in node_modules says which lock file was installed, for which platform, with which Node binary.
// While it fits, asking costs a few milliseconds. Where there is none, because somebody ran npm by hand, what
// npm left behind is compared with the lock file; an install that was cut short does not pass for a whole one.
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

// Stands in node_modules while the packages are there and their install scripts have not come through yet.
const unfinishedPath = (root) => join(root, 'node_modules', '.dropkit-install-unfinished')

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
    // No stamp: look closer.
  }
  if (!treeFitsLock(root)) return false
  writeStamp(root)
  return true
}

/** The packages that package.json lets run install scripts, as far as they are there on this platform. */
const packagesWithScripts = (root) =>
  Object.entries(readJson(join(root, 'package.json')).allowScripts ?? {})
    .filter(([name, allowed]) => allowed && existsSync(join(root, 'node_modules', name)))
    .map(([name]) => name)

/**
 * Installs in two steps: everything without install scripts, then the scripts of the packages that need theirs. An
 * npm that knows no list of them would otherwise start compilers for packages that bring their binaries.
 */
const install = async (root, onStart) => {
  // From here on the tree counts as not installed until npm has come through.
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

/** What the stamp of a folder with a lock file of its own has to say for its packages to count as installed. */
const folderState = (path) => {
  const lock = createHash('sha256')
    .update(readFileSync(join(path, 'package-lock.json')))
    .digest('hex')
  return JSON.stringify({ lock, platform: process.platform, arch: process.arch })
}

/** The same for a folder below `root` that is no part of its tree. None of its packages runs an install script. */
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
