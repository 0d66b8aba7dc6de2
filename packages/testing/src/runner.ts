/** The functions of a test runner that a contract suite needs. `{ describe, test }` of vitest, Jest or node:test works. */
export interface TestRunner {
  describe(name: string, body: () => void): void
  test(name: string, body: () => Promise<void>): void
}

/** Opens the subject of a test: empty, and used by this test only. */
export type Open<Opened> = () => Promise<Opened & { close(): Promise<void> }>

/** A test on a freshly opened subject, which is always closed, even if the test fails. */
export const testWith =
  <Opened>(run: TestRunner, open: Open<Opened>) =>
  (name: string, body: (opened: Opened) => Promise<void>): void =>
    run.test(name, async () => {
      const opened = await open()
      try {
        await body(opened)
      } finally {
        await opened.close()
      }
    })
