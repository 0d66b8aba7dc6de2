/** The functions of a test runner that a contract suite needs. `{ describe, test }` of vitest, Jest or node:test works. */
export interface TestRunner {
  describe(name: string, body: () => void): void
  test(name: string, body: () => Promise<void>): void
}

/** What a test can do with its subject besides using it. */
interface Handle<Opened> {
  close(): Promise<void>
  /**
   * Opens the same data once more, as another server does. Tests of simultaneous calls then use both. Missing if only one
   * process can use the data.
   */
  another?(): Promise<Opened & { close(): Promise<void> }>
}

/** Opens the subject of a test: empty, and used by this test only. */
export type Open<Opened> = () => Promise<Opened & Handle<Opened>>

/** A test on a freshly opened subject, which is always closed, even if the test fails. */
export const testWith =
  <Opened>(run: TestRunner, open: Open<Opened>) =>
  (name: string, body: (opened: Opened & Handle<Opened>) => Promise<void>): void =>
    run.test(name, async () => {
      const opened = await open()
      try {
        await body(opened)
      } finally {
        await opened.close()
      }
    })

/**
 * A test of simultaneous calls. `turn` returns the opened subject and, if there is `another`, that one, alternately: a lock
 * within one process is not enough.
 */
export const testAtOnce = <Opened>(run: TestRunner, open: Open<Opened>) => {
  const test = testWith(run, open)
  return (name: string, body: (opened: Opened, turn: () => Opened) => Promise<void>): void =>
    test(name, async (opened) => {
      const other = await opened.another?.()
      let turns = 0
      try {
        await body(opened, () => (other && turns++ % 2 === 0 ? other : opened))
      } finally {
        await other?.close()
      }
    })
}
