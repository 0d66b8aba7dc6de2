/** What a contract suite needs of a test runner; `{ describe, test }` of vitest, Jest or node:test will do. */
export interface TestRunner {
  describe(name: string, body: () => void): void
  test(name: string, body: () => Promise<void>): void
}

/** Opens what a suite is run against: empty, and used by one test alone. */
export type Open<Opened> = () => Promise<Opened & { close(): Promise<void> }>

/** A test against something freshly opened, which is closed whatever comes of the test. */
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
