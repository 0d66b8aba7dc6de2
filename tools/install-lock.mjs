// A lock between processes, kept as a file that names the processes at work under it. Whoever holds it touches
// it every second. One that is no longer touched was left behind, and is taken over once those processes are gone:
// an npm whose parent was killed goes on writing for a while.
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
  // From another host (a shared folder) its processes cannot be seen: only the touching tells.
  return host === hostname() ? !processIds.map(Number).some(isRunning) : ageMs > elsewhereAbandonedAfterMs
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

/**
 * Waits for the lock at `path`; `onWait` is called once where it has to. Gives `release`, and `alsoHeldBy`, which
 * names another process that works under it.
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
      // Gone: somebody cleaned the folder. What is under way still ends as it would.
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
