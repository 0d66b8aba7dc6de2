/**
 * Does `work` while no other tab of this browser does the same: what is found undone at its start is not begun twice.
 * Where there are no locks (a page without TLS), it is simply done: the service and the chain count once in any case.
 */
export const inOneTab = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(name, () => work()) : work()
