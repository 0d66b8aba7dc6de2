/**
 * Runs `work` under a lock that all tabs of this browser share, so that two tabs do not start the same work. Without TLS
 * there are no locks, and browsers that block the storage of embedded pages refuse them there. Then `work` runs without a
 * lock: the server and the chain prevent double effects in any case.
 */
export async function inOneTab<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work()
  let isStarted = false
  try {
    return await navigator.locks.request(name, () => {
      isStarted = true
      return work()
    })
  } catch (fault) {
    if (isStarted) throw fault
    return work()
  }
}
