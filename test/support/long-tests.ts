/**
 * Slow tests of things that rarely break by accident: the pages in a real browser, the commands in the docs, the packed
 * packages, killed or crowded servers, full stores, and failing Sui nodes. `npm run test:long` runs them. `npm test` runs
 * them only if they are named.
 */
export const LONG_TESTS = [
  'test/browser/screens.test.ts',
  'test/docs/commands.test.ts',
  'test/server/*.test.ts',
  'test/{packed-packages,production-install}.test.ts',
  'test/readme.test.ts',
  'test/sui-*.test.ts',
  'test/crash/crash-tests.test.ts',
  'packages/adapter-chain/test/move/move-mutations.test.ts',
  'test/claims-export.test.ts',
  'test/master-key-rotation.test.ts',
  'test/{store-commands,move-store,lost-answers,full-store,event-loop,seen-faults-return}.test.ts',
  'test/examples.test.ts',
  'test/{claim-rush,webhook-rush,webhook-fairness,webhook-servers,payment-race,claim-link-race}.test.ts',
  'test/browser/*.test.ts',
  'test/client/killed-flows.test.ts',
]
