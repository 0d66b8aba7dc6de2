// A lock between processes, kept as a file. Whoever holds it touches it every second; one that has not been
// touched for half a minute, or whose process has ended, was left behind and is taken over.
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

const touchEveryMs = 1_000
const lookAgainMs = 200
const abandonedAfterMs = 30_000

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const read = (path) => {
  try {
    return { owner: readFileSync(path, 'utf8'), touchedAt: statSync(path).mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

const isRunning = (processId) => {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const isAbandoned = ({ owner, touchedAt }) => {
  if (Date.now() - touchedAt > abandonedAfterMs) return true
  const [host, processId] = owner.split(' ')
  // Empty: its owner is just writing it. Another host (a shared folder): only the touching tells.
  return host === hostname() && processId !== undefined && !isRunning(Number(processId))
}

/** Takes an abandoned lock away. Two may try: who finds that it took a living one puts it back. */
const clear = (path, owner) => {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') === owner) rmSync(aside, { force: true })
  else renameSync(aside, path)
}

/** Waits for the lock at `path`; gives the function that releases it. `onWait` is called once when it is taken. */
export const holdLock = async (path, onWait) => {
  const owner = `${hostname()} ${process.pid} ${Date.now()}`
  for (let waited = false; ; ) {
    try {
      writeFileSync(path, owner, { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const held = read(path)
    if (held && isAbandoned(held)) {
      clear(path, held.owner)
      continue
    }
    if (!waited) onWait()
    waited = true
    await pause(lookAgainMs)
  }
  const touching = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // Gone: somebody cleaned the folder. What is under way still ends as it would.
    }
  }, touchEveryMs)
  return () => {
    clearInterval(touching)
    if (read(path)?.owner === owner) rmSync(path, { force: true })
  }
}
