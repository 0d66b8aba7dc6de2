/**
 * Runs `work` under a lock that all tabs of this browser share, so that two tabs do not start the same work. On pages
 * without TLS there are no locks, and `work` runs without one: the server and the chain prevent double effects in any case.
 */
export const inOneTab = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(name, () => work()) : work()
