// A lock between processes: a file with the ids of the processes that work under it. The holder touches the file every
// second. If the file is not touched any more, the lock is abandoned, and is taken over when its processes have ended. An
// npm whose parent was killed continues to write for a while.
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'

const touchEveryMs = 1_000
const lookAgainMs = 200
const freshForMs = 5_000
const elsewhereAbandonedAfterMs = 30_000
const abandonedAfterMs = 600_000

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
  const ageMs = Date.now() - touchedAt
  if (ageMs < freshForMs) return false
  if (ageMs > abandonedAfterMs) return true
  const [host, ...processIds] = owner.split(' ')
  // Processes of another host (with a shared folder) cannot be checked, so only the age of the file counts.
  return host === hostname() ? !processIds.map(Number).some(isRunning) : ageMs > elsewhereAbandonedAfterMs
}

/** Removes an abandoned lock. If two processes try at the same time, the one that moved a new lock away puts it back. */
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

/**
 * Waits for the lock at `path`. `onWait` is called once if it has to wait. Returns `release`, and `alsoHeldBy`, which adds
 * another process that works under the lock.
 */
export const holdLock = async (path, onWait) => {
  let owner = `${hostname()} ${process.pid}`
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
      // The file was removed, for example by cleaning the folder. The work in progress continues.
    }
  }, touchEveryMs)
  const stillOurs = () => read(path)?.owner === owner
  return {
    alsoHeldBy: (processId) => {
      if (!stillOurs()) return
      owner = `${owner} ${processId}`
      writeFileSync(path, owner)
    },
    release: () => {
      clearInterval(touching)
      if (stillOurs()) rmSync(path, { force: true })
    },
  }
}
