/** A fault that a review found, the edit that puts it back, and the test that must then fail. */
export interface SeenFault {
  readonly fault: number
  readonly what: string
  /** Paths from the root of the project. `from` occurs exactly once in the file. */
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
  /** The web page that has the fault, if its test opens it in a browser. It is built with the fault. */
  readonly page?: 'claim' | 'dashboard'
  readonly test: { readonly file: string; readonly name?: string; readonly env?: Record<string, string> }
}

const WEB = 'apps/web/src'
const CORE = 'packages/core/src'
const TESTING = 'packages/testing/src'
const APPLICATION = `${CORE}/application`
const DOMAIN = `${CORE}/domain`
const GRAPHQL = 'packages/adapter-graphql'
const CLIENT = 'packages/client/src'
const SUI = 'packages/adapter-chain/src/sui'
const STORAGE = 'packages/adapter-storage/src'

export const SEEN_FAULTS: readonly SeenFault[] = [
  {
    fault: 1,
    what: 'the clean-up of a cancelled drop refunds claims whose delivery is in flight',
    edits: [
      {
        file: `${APPLICATION}/drops/clean-up-drop.ts`,
        from: 'return { result: isSent === true || (dropState !== null && dropState.claims.size > 0) }',
        to: 'return { result: isSent === null || (dropState !== null && dropState.claims.size > 0) }',
      },
    ],
    test: {
      file: `${APPLICATION}/drops/clean-up-drop.test.ts`,
      name: 'refunds nothing while a delivery',
    },
  },
  {
    fault: 2,
    what: 'the detection of payments reads all intents of a wallet',
    edits: [
      {
        file: 'packages/adapter-storage/src/payments/store-payment-reads.ts',
        from: 'and expires_at >= ?2 order by expires_at limit ',
        to: 'and expires_at >= ?2 order by expires_at limit 1000000 + ',
      },
    ],
    test: { file: 'packages/adapter-storage/src/payments/payment-cost.test.ts' },
  },
  {
    fault: 3,
    what: 'one run of the clean-up reads all purchases of a drop and outlasts its lease',
    edits: [
      {
        file: `${APPLICATION}/drops/clean-up-drop.ts`,
        from: 'const limit = Math.min(INTENTS_PER_READ, budget.itemsLeft)',
        to: 'const limit = 1_000_000',
      },
    ],
    test: { file: `${APPLICATION}/run-jobs.floods.test.ts`, name: 'wind_up' },
  },
  {
    fault: 4,
    what: 'a refund that cannot be built blocks the ones after it',
    edits: [
      {
        file: `${APPLICATION}/chain/send-transfers.ts`,
        from: "    case 'not_possible':\n      await reschedule(",
        to: "    case 'not_possible':\n      throw new Error('it cannot be built')\n      await reschedule(",
      },
    ],
    test: {
      file: `${APPLICATION}/chain/send-transfers.test.ts`,
      name: 'does not delay the refunds and payouts after it',
    },
  },
  {
    fault: 5,
    what: 'a refund is FAILED for a reason that passes',
    edits: [
      {
        file: `${APPLICATION}/chain/send-transfers.ts`,
        from: 'const isFinal = failure.isFinal === true && !isSent',
        to: 'const isFinal = !isSent',
      },
    ],
    test: { file: `${APPLICATION}/chain/send-transfers.test.ts` },
  },
  {
    fault: 6,
    what: 'a nonce that a thief has used blocks the drop for ever',
    edits: [
      {
        file: `${APPLICATION}/claims/expire-claims.ts`,
        from: 'const settled = [...over, ...claims.filter(({ sequence }) => taken.has(sequence))]',
        to: 'const settled = over',
      },
    ],
    test: { file: `${APPLICATION}/claims/stolen-nonces.test.ts` },
  },
  {
    fault: 7,
    what: 'a payment from another wallet is returned in part',
    edits: [
      {
        file: `${DOMAIN}/payment/payment-intent.ts`,
        from: 'const rest = received(intent) - intent.refunding - intent.earned',
        to: 'const rest = received(intent) - intent.refunding - intent.earned - (receiptOf(intent)?.isCounted === false ? 1n : 0n)',
      },
    ],
    test: { file: `${DOMAIN}/payment/payment-intent.test.ts` },
  },
  {
    fault: 8,
    what: 'a deposit that is under way is not looked for, and a vault is funded twice',
    edits: [
      {
        file: `${APPLICATION}/chain/chain-work.ts`,
        from: 'return open.find(({ purpose }) => kinds.some((kind) => kind === purpose.kind))',
        to: "return open.find(({ purpose }) => purpose.kind !== 'fund_vault' && kinds.some((kind) => kind === purpose.kind))",
      },
      {
        file: `${APPLICATION}/chain/chain-work.ts`,
        from: 'laneOf(purpose) === laneOf(work.purpose)',
        to: "work.purpose.kind !== 'fund_vault' && laneOf(purpose) === laneOf(work.purpose)",
      },
    ],
    test: { file: `${APPLICATION}/chain/transaction-ends.test.ts` },
  },
  {
    fault: 9,
    what: 'a transaction that pays two intents loses the second payment',
    edits: [
      {
        file: `${DOMAIN}/payment/transfer.ts`,
        from: 'index === 0 ? txHash',
        to: 'index >= 0 ? txHash',
      },
    ],
    test: {
      file: `${APPLICATION}/payments/watch-payments.test.ts`,
      name: 'several transfers in one transaction',
    },
  },
  {
    fault: 10,
    what: 'a user makes the operator pay gas without a limit',
    edits: [
      {
        file: `${APPLICATION}/user-limits.ts`,
        from: 'return exceeded && exceeded.used > 0n ? refusalOf(exceeded, gas, clock.now()) : null',
        to: 'return exceeded && exceeded.used < 0n ? refusalOf(exceeded, gas, clock.now()) : null',
      },
    ],
    test: { file: `${APPLICATION}/user-limits.test.ts` },
  },
  {
    fault: 11,
    what: 'a filtered list scans a large table',
    edits: [
      {
        file: 'packages/adapter-storage/src/reads/store-lists.ts',
        from: "drops.orderBy('id', 'desc').limit(limit)",
        to: "drops.orderByRaw(`id || '' desc`).limit(limit)",
      },
    ],
    test: { file: 'packages/adapter-storage/src/reads/list-plans.test.ts', name: 'SQLite' },
  },
  {
    fault: 12,
    what: 'the export of all claims stops the event loop',
    edits: [
      {
        file: `${APPLICATION}/drops/drop-reports.ts`,
        from: 'const CLAIMS_PER_READ = 2_000',
        to: 'const CLAIMS_PER_READ = 200_000',
      },
    ],
    test: {
      file: 'test/event-loop.test.ts',
      name: 'claims.csv with the credential of role owner',
      env: { EVENT_LOOP_CLAIMS: '100000' },
    },
  },
  {
    fault: 13,
    what: 'a rule about the own token judges another coin',
    edits: [
      {
        file: `${APPLICATION}/gating/outside-facts.ts`,
        from: 'const subject = isOwnToken ? await coinTypeOf(drop.tokenId) : request.subject',
        to: "const subject = isOwnToken ? (drop.vault.kind === 'open' ? drop.vault.coinType : null) : request.subject",
      },
    ],
    test: { file: `${APPLICATION}/gating/gating.test.ts` },
  },
  {
    fault: 14,
    what: 'a paid random drop answers each call with the first claim',
    edits: [
      {
        file: `${DOMAIN}/claim-repeat.ts`,
        from: "const isRepeat = drop.price === null && earlier?.state.kind === 'PENDING'",
        to: "const isRepeat = earlier?.state.kind === 'PENDING'",
      },
    ],
    test: { file: `${DOMAIN}/claim-repeat.test.ts` },
  },
  {
    fault: 15,
    what: 'a deadline in the past is accepted',
    edits: [
      {
        file: `${DOMAIN}/drop-update.ts`,
        from: '  if (past) return err(past)\n',
        to: '',
      },
    ],
    test: { file: `${DOMAIN}/drop-update.test.ts` },
  },
  {
    fault: 16,
    what: 'events say the price in another unit than the API',
    edits: [
      {
        file: `${DOMAIN}/drop-update.ts`,
        from: 'price: price === null ? null : displayMoney(price.atomic, currency.decimals),',
        to: 'price: price === null ? null : String(price.atomic),',
      },
    ],
    test: { file: `${DOMAIN}/drop-update.test.ts` },
  },
  {
    fault: 17,
    what: 'an answer has no `data`',
    edits: [
      {
        file: `${GRAPHQL}/src/http/answer.ts`,
        from: '  return answer(status, { data: null, errors: reported })\n',
        to: '  return answer(status, { errors: reported })\n',
      },
    ],
    test: { file: `${GRAPHQL}/test/data-in-failures.test.ts` },
  },
  {
    fault: 18,
    what: 'nested reads of a small store exceed the cost limit',
    edits: [
      {
        file: `${GRAPHQL}/src/limits/query-limits.ts`,
        from: 'if (given === undefined && !isRoot) return 1\n',
        to: '',
      },
    ],
    test: { file: `${GRAPHQL}/test/limits.test.ts` },
  },
  {
    fault: 19,
    what: 'an empty optional text is refused',
    edits: [
      {
        file: `${GRAPHQL}/src/schema/absent-when-empty.ts`,
        from: "const isAbsent = value === '' && isOptionalText(type)",
        to: 'const isAbsent = NEVER_ABSENT.size === 0',
      },
    ],
    test: { file: `${GRAPHQL}/test/empty-texts.test.ts` },
  },
  {
    fault: 20,
    what: 'an adapter that keeps nothing across a restart passes the contract',
    edits: [
      {
        file: `${TESTING}/contract/durability-contract.ts`,
        from: 'const reopened = await reopen(opened)',
        to: 'const reopened = opened',
      },
      {
        file: `${TESTING}/contract/durability-contract.ts`,
        from: 'left: reopen(opened) }',
        to: 'left: Promise.resolve(opened) }',
      },
    ],
    test: { file: `${TESTING}/contract/contracts.test.ts` },
  },
  {
    fault: 21,
    what: 'a subscription to claims that resumes skips one event',
    edits: [
      {
        file: `${GRAPHQL}/src/resolvers/subscriptions/subscriptions.ts`,
        from: 'const followed = dropkit.followEvents(filter, await resumedPosition(services, after))',
        to: 'const followed = dropkit.followEvents(filter, ((await resumedPosition(services, after)) ?? -1) + 1)',
      },
    ],
    test: { file: `${GRAPHQL}/test/subscriptions.test.ts`, name: 'claimNotifications' },
  },
  {
    fault: 22,
    what: 'a subscription to payments that resumes skips one event',
    edits: [
      {
        file: `${GRAPHQL}/src/resolvers/subscriptions/subscriptions.ts`,
        from: 'types: PAYMENT_EVENTS }, position)',
        to: 'types: PAYMENT_EVENTS }, position === undefined ? position : position + 1)',
      },
    ],
    test: { file: `${GRAPHQL}/test/subscriptions.test.ts`, name: 'paymentUpdates' },
  },
  {
    fault: 23,
    what: 'a revoked key continues to work on an open socket',
    edits: [
      {
        file: `${GRAPHQL}/src/websocket/socket-watch.ts`,
        from: "if (!found.ok) socket.close(CLOSE.badCredential, 'The credential has ended')",
        to: 'if (!found.ok) continue',
      },
    ],
    test: { file: `${GRAPHQL}/test/websocket.test.ts`, name: 'that is revoked ends the socket' },
  },
  {
    fault: 24,
    what: 'reads that belong together see several states on Postgres',
    edits: [
      {
        file: `${STORAGE}/postgres/postgres-database.ts`,
        from: "command('begin isolation level repeatable read read only')",
        to: "command('begin read only')",
      },
    ],
    test: { file: `${STORAGE}/postgres/postgres-database.test.ts`, name: 'one snapshot' },
  },
  {
    fault: 25,
    what: 'taking deliveries reads the deliveries of all webhooks',
    edits: [
      {
        file: `${STORAGE}/migrations/0030-to-0049.ts`,
        from: 'where next_attempt_at is not null',
        to: "where state = 'waiting'",
      },
    ],
    test: { file: `${STORAGE}/webhooks/delivery-plans.test.ts` },
  },
  {
    fault: 26,
    what: 'the gas budget does not contain the cost of storage',
    edits: [
      {
        file: `${SUI}/address-funds.ts`,
        from: "computation + given(used.storageCost, 'the cost of storage') +",
        to: 'computation +',
      },
    ],
    test: { file: `${SUI}/operator-transactions.test.ts` },
  },
  {
    fault: 27,
    what: 'a transaction is called impossible although it took effect',
    edits: [
      { file: `${SUI}/submit-transaction.ts`, from: "isThere || isBehind ? 'sent'", to: "isBehind ? 'sent'" },
    ],
    test: { file: `${SUI}/operator-transactions.test.ts` },
  },
  {
    fault: 28,
    what: 'an X-Forwarded-For header of any client is trusted',
    edits: [
      {
        file: 'apps/server/src/app.ts',
        from: 'trustedProxies ? [...trustedProxies] : false',
        to: 'trustedProxies ? [...trustedProxies] : true',
      },
    ],
    test: { file: 'apps/server/src/wiring.test.ts', name: 'TRUSTED_PROXIES' },
  },
  {
    fault: 29,
    what: 'the log shows the secrets of the settings',
    edits: [
      {
        file: 'apps/server/src/container.ts',
        from: 'createRedaction([...secretsInSettings({ ...config }), ...config.secretsOfLibraries])',
        to: 'createRedaction([])',
      },
    ],
    test: { file: 'apps/server/src/wiring.test.ts', name: 'secret setting' },
  },
  {
    fault: 30,
    what: 'typed numbers are read as American in every locale',
    edits: [
      {
        file: 'apps/web/src/words/amount.ts',
        from: 'const ownSigns = signsOf(locale)',
        to: "const ownSigns = signsOf('en-US')",
      },
    ],
    test: { file: 'apps/web/src/words/words.test.ts', env: { TEST_LOCALE: 'en_DE.UTF-8' } },
  },
  {
    fault: 31,
    what: 'a payment begins anew instead of continuing',
    edits: [
      {
        file: `${CLIENT}/payment-flow.ts`,
        from: 'if (earlier) return earlier',
        to: 'if (earlier?.ok === false) return earlier',
      },
    ],
    test: { file: 'test/client/own-pages.test.ts' },
  },
  {
    fault: 32,
    what: 'a subscription of the client does not continue after a lost connection',
    edits: [{ file: `${CLIENT}/subscribe.ts`, from: '{ ...variables, after: cursor }', to: 'variables' }],
    test: { file: 'test/client/subscriptions.test.ts' },
  },
  {
    fault: 33,
    what: 'the page shows a drop as paused although the server has refused to pause it',
    edits: [
      {
        file: `${WEB}/dashboard/drop/head/confirm-status-change.tsx`,
        from: '    change.mutate(\n',
        to: "    if (statusChange.name === 'pause') patch({ status: 'PAUSED' })\n    change.mutate(\n",
      },
    ],
    page: 'dashboard',
    test: { file: 'test/browser/claim-page.test.ts', name: 'has not confirmed a pause' },
  },
  {
    fault: 34,
    what: 'the claim button is not disabled while a claim is made',
    edits: [{ file: `${WEB}/claim/main-action.tsx`, from: '        loading={isBusy}\n', to: '' }],
    page: 'claim',
    test: { file: 'test/browser/claim-page.test.ts', name: 'disables the button until it is made' },
  },
  {
    fault: 35,
    what: 'Postgres reads all open transactions of a drop to find the one of a refund',
    edits: [
      {
        file: `${STORAGE}/payments/drop-state-payment-loads.ts`,
        from: "')} limit 100`",
        to: "')}`",
      },
    ],
    test: { file: `${STORAGE}/payments/purchase-plans.test.ts` },
  },
  {
    fault: 36,
    what: 'the value of sold items changes while their drop has no price',
    edits: [
      {
        file: `${DOMAIN}/drop-update.ts`,
        from: 'tally.heldItems > 0 || hasMoney',
        to: 'tally.heldItems > 0 || (before.price !== null && tally.lastSequence > 0)',
      },
    ],
    test: { file: `${APPLICATION}/conservation.test.ts` },
  },
]
