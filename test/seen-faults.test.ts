// Which check notices each fault of the review that led to these tests. A row names a test file and a text in it, so a
// test that is removed or renamed fails here until its row names another one.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

interface Row {
  readonly fault: number
  readonly what: string
  readonly file: string
  readonly text: string
}

const CORE = 'packages/core/src'
const PLANTED = `${CORE}/testing/model/planted-faults.test.ts`

const ROWS: readonly Row[] = [
  {
    fault: 1,
    what: 'a cancelled drop refunds claims whose delivery is on its way',
    file: PLANTED,
    text: 'the clean-up of a cancelled drop refunds claims whose delivery is on its way',
  },
  {
    fault: 2,
    what: 'the intents of one wallet stop the detection of payments',
    file: `${CORE}/application/payments/watch-payments.test.ts`,
    text: 'stops after a second with the cursor of what it has done',
  },
  {
    fault: 3,
    what: 'the clean-up of a large drop outlasts its lease',
    file: `${CORE}/application/drops/clean-up-cancelled-drop.test.ts`,
    text: 'is cleaned up in runs of a hundred purchases, each of which goes on where the last one ended',
  },
  {
    fault: 4,
    what: 'a refund that cannot be built blocks the others',
    file: `${CORE}/application/chain/send-transfers.test.ts`,
    text: 'a refund that can never be sent does not delay the refunds and payouts after it',
  },
  {
    fault: 5,
    what: 'a refund is FAILED for a reason that passes',
    file: `${CORE}/application/chain/send-transfers.test.ts`,
    text: 'whose transaction aborts for a reason that may pass is tried again with a new one',
  },
  {
    fault: 6,
    what: 'a nonce that a thief has used blocks the drop',
    file: `${CORE}/application/claims/stolen-nonces.test.ts`,
    text: 'ends FAILED with its reason, and its wallet may claim again',
  },
  {
    fault: 7,
    what: 'a payment of another wallet is returned in part',
    file: `${CORE}/domain/payment/payment-intent.test.ts`,
    text: 'can be refunded all that its confirmed claims did not earn, counted or not, whatever others have paid',
  },
  {
    fault: 8,
    what: 'a vault is funded twice',
    file: `${CORE}/application/chain/transaction-ends.test.ts`,
    text: 'test.each(KINDS.flatMap((kind) => WAYS.map((way) => [kind, way] as const)))',
  },
  {
    fault: 9,
    what: 'the second transfer is lost',
    file: PLANTED,
    text: 'the second transfer of a transaction is lost',
  },
  {
    fault: 10,
    what: 'a user makes the operator pay without a limit',
    file: `${CORE}/application/user-limits.test.ts`,
    text: 'is refused beyond its limit, by the limit that names itself, until midnight',
  },
  {
    fault: 11,
    what: 'a filtered list of a visitor scans a large drop',
    file: 'packages/adapter-storage/src/list-plans.test.ts',
    text: 'is read from an index on SQLite, and looks at few rows',
  },
  {
    fault: 12,
    what: 'an export stops the process',
    file: 'test/event-loop.test.ts',
    text: 'does not hold up the event loop',
  },
  {
    fault: 13,
    what: 'a rule about the own token judges the coin of the vault',
    file: `${CORE}/application/gating/gating.test.ts`,
    text: 'is nothing while the token is not deployed',
  },
  {
    fault: 14,
    what: 'a paid random drop answers each call with the first claim',
    file: PLANTED,
    text: 'a paid random drop answers each call with the first claim',
  },
  {
    fault: 15,
    what: 'a deadline in the past is taken',
    file: `${CORE}/domain/drop-update.test.ts`,
    text: 'that makes room is refused if it sets a deadline in the past',
  },
  {
    fault: 16,
    what: 'events say prices in another unit than the API',
    file: `${CORE}/domain/drop-update.test.ts`,
    text: 'priceAtomic',
  },
  {
    fault: 17,
    what: 'an answer has no data',
    file: 'packages/adapter-graphql/test/data-in-failures.test.ts',
    text: 'has data, which is null, while the first request with its key is running',
  },
  {
    fault: 18,
    what: 'nested reads of a small store exceed the limit',
    file: 'packages/adapter-graphql/test/answer-limits.test.ts',
    text: 'is counted as it is, so that nested lists of a small store are answered',
  },
  {
    fault: 19,
    what: 'an empty optional text is refused',
    file: 'packages/adapter-graphql/test/empty-texts.test.ts',
    text: 'makes a token and a drop, and changes only what is filled in',
  },
  {
    fault: 20,
    what: 'a store that keeps nothing across a restart passes the contract',
    file: `${CORE}/testing/contract/durability-contract.test.ts`,
    text: 'test.each([',
  },
]

test('there is a row for each of the twenty faults', () => {
  expect(ROWS.map(({ fault }) => fault)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

for (const { fault, what, file, text } of ROWS) {
  test(`fault ${fault} (${what}) has its test in ${file}`, async () => {
    expect(await readFile(new URL(`../${file}`, import.meta.url), 'utf8')).toContain(text)
  })
}
