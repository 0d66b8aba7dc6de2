// Runs suites on broken adapters. Each suite must find the error.

import { setTimeout as pause } from 'node:timers/promises'
import {
  amountOf,
  type Chain,
  type ChainAnswer,
  type ChangeSet,
  type ClaimLink,
  type ClaimLinkId,
  type DropState,
  type DueDelivery,
  type Files,
  JOB_KINDS,
  LONGEST_DUE_FIRST,
  ok,
  type Store,
} from '@dropkit/core'
import { hexOfBytes, idOf } from '@dropkit/core/internal'
import { expect, it } from 'vitest'
import { openMemoryChainWorld } from '../../test/memory-chain-world.ts'
import { show } from '../assert.ts'
import { createMemoryFiles, type MemoryFiles } from '../doubles/memory-files.ts'
import { pureHashes, transparentSecrets } from '../doubles/test-cryptography.ts'
import { createSequentialIds } from '../doubles/test-ports.ts'
import { createMemoryState } from '../memory/memory-state.ts'
import { createMemoryStore, type MemoryStorage } from '../memory/memory-store.ts'
import type { MemoryRow } from '../memory/memory-table.ts'
import type { TestRunner } from '../runner.ts'

import { chainContract } from './chain-contract.ts'
import { deliveryQueueContract } from './delivery-queue-contract.ts'
import { durabilityContract } from './durability-contract.ts'
import { idempotencyStoreContract } from './idempotency-store-contract.ts'
import { jobQueueContract } from './job-queue-contract.ts'
import { filesContract } from './key-value-store-contract.ts'
import {
  hashesContract,
  idsContract,
  priceFeedContract,
  randomContract,
  secretsContract,
} from './small-contracts.ts'
import { CHANGES, COUNTING } from './store-changes.ts'
import { storeLinkContract } from './store-claim-list-contract.ts'
import { storeConcurrencyContract } from './store-concurrency-contract.ts'
import { storeContract } from './store-contract.ts'
import { insertable, storeKindContract, updatable } from './store-kind-contract.ts'

const opening = (port: object) => async () => ({ ...port, close: async () => {} }) as never
const secretsOf = (secrets: object) => (run: TestRunner) =>
  secretsContract(run, opening({ secrets }), opening({ secrets }))

const filesWith = (differs: (files: MemoryFiles) => Partial<Files>) => (run: TestRunner) =>
  filesContract(run, async () => {
    const files = createMemoryFiles()
    return { files: { ...files, ...differs(files) }, close: async () => {} }
  })

/** A store of which one method ignores some of each change. */
const careless = (method: string, without: (change: ChangeSet) => ChangeSet) => async () => {
  const memory = createMemoryStore()
  const cut = (given: unknown) =>
    typeof given === 'function' ? (...found: readonly unknown[]) => without(given(...found)) : given
  const methods = Object.entries(memory.store).map(([name, call]) => {
    if (name !== method) return [name, call]
    if (name === 'create') return [name, (change: ChangeSet) => call(without(change))]
    return [name, (...given: readonly unknown[]) => call(...given.map(cut))]
  })
  return { ...memory, store: Object.fromEntries(methods) }
}

type Wrong = [what: string, suite: (run: TestRunner) => void, found: string]
type WrongChain = [what: string, wrong: (chain: Chain) => Partial<Chain>, found: string]

const CARELESS: readonly Wrong[] = [
  ...Object.keys(CHANGES).flatMap((method) =>
    // Without events of `create`, most tests wait long for them.
    ['idempotency', 'notes', 'jobs', ...(method === 'create' ? [] : ['events'])].map(
      (part): Wrong => [
        `a store that ignores the ${part} of ${method}`,
        (run) =>
          idempotencyStoreContract(
            run,
            careless(method, (change) => ({ ...change, [part]: [] })),
          ),
        `writes all that ${method} is given, or nothing if the lease was lost or a value is taken`,
      ],
    ),
  ),
  ...[
    ...Object.keys(insertable(1)).map((kind) => ['insert', kind] as const),
    ...Object.keys(updatable(1)).map((kind) => ['update', kind] as const),
  ].map(
    ([how, kind]): Wrong => [
      `a store whose changeDrop does not ${how} ${kind}`,
      (run) =>
        storeKindContract(
          run,
          careless('changeDrop', (change) => ({ ...change, [how]: { ...change[how], [kind]: [] } })),
        ),
      'inserts and updates every kind of record with changeDrop',
    ],
  ),
]

/** A store of which one method decides on what it read before others have changed it. `inTurn` may keep some of them apart. */
function hasty(store: Store, method: string, inTurn = <T>(work: () => Promise<T>) => work()): Store {
  const methods = Object.entries(store).map(([name, call]) => {
    const change = (...given: readonly unknown[]) =>
      inTurn(async () => {
        let seen: readonly unknown[] = []
        const withDecision = (decide: (...found: readonly unknown[]) => unknown) =>
          call(...given.map((one) => (typeof one === 'function' ? decide : one)))
        await withDecision((...found) => {
          seen = found
          return {}
        })
        const decide = given.find((one) => typeof one === 'function')
        return withDecision(() => decide?.(...seen))
      })
    return [name, name === method ? change : call]
  })
  return Object.fromEntries(methods)
}

/** Runs works one after the other. */
function mutex() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done
    return done
  }
}

const HASTY: readonly Wrong[] = [
  ...[...Object.keys(COUNTING), 'changeFile'].map((method): Wrong => {
    const open = async () => {
      const memory = createMemoryStore()
      return { ...memory, store: hasty(memory.store, method) }
    }
    return [
      `a store that does not serialize ${method}`,
      (run) => storeConcurrencyContract(run, open),
      method === 'changeFile'
        ? 'finds one last and one first upload of the same bytes among many at once'
        : `lets each of many simultaneous calls of ${method} see the changes of those before`,
    ]
  }),
  [
    'a store that serializes changes within one process only',
    (run) =>
      storeConcurrencyContract(run, async () => {
        const state = createMemoryState()
        const another = async () => {
          const memory = createMemoryStore({ state })
          return { ...memory, store: hasty(memory.store, 'changeToken', mutex()) }
        }
        return { ...(await another()), another }
      }),
    'lets each of many simultaneous calls of changeToken see the changes of those before',
  ],
]

/** A store that tells a decision nothing of what it asked for, although `dropState` shows it. */
const blind = (nothing: Partial<DropState>) => async () => {
  const memory = createMemoryStore()
  const changeDrop: Store['changeDrop'] = (dropId, query, decide) =>
    memory.store.changeDrop(dropId, query, (state) => decide(state && { ...state, ...nothing }))
  return { ...memory, store: { ...memory.store, changeDrop } }
}

const NO_HOLDS = { items: 0, lapses: 0, lastLapseAt: null }
const BLIND = (
  [
    [
      { openTransactions: [] },
      'loads the open transactions for the vault and for the requested transfers, oldest first',
    ],
    [{ heldItems: 0 }, 'counts the items that a wallet’s intents hold on the drop, paid or not'],
    [{ openIntents: 0 }, 'counts the open intents of one user on the drop'],
    [{ hasMoney: false }, 'tells whether an intent of a drop has money that is not refunded yet'],
    [
      { fitting: { intents: [], hasMore: false } },
      'finds the intents that a transfer fits, by wallet, coin and outstanding amount',
    ],
    [
      { unpaidOfWallet: NO_HOLDS },
      'counts the unpaid items of a wallet and a user, and their lapsed intents',
    ],
    [{ unpaidOfPayer: NO_HOLDS }, 'counts the unpaid items of a wallet and a user, and their lapsed intents'],
    [{ paid: new Map() }, 'shows the paid intents of buyers that hold items still, oldest first'],
  ] as const
).map(
  ([nothing, found]): Wrong => [
    `a store whose decisions see no ${Object.keys(nothing)}`,
    (run) => storeContract(run, blind(nothing)),
    found,
  ],
)

const chainWith = (wrong: (chain: Chain) => Partial<Chain>) => (run: TestRunner) =>
  chainContract(run, () => openMemoryChainWorld(false, (chain) => ({ ...chain, ...wrong(chain) })))

/** A method of a chain with its successful answers changed. */
const answering =
  <Asked extends unknown[], Value>(
    call: (...asked: Asked) => Promise<ChainAnswer<Value>>,
    other: (value: Value) => Value,
  ) =>
  async (...asked: Asked): Promise<ChainAnswer<Value>> => {
    const answer = await call(...asked)
    return answer.ok ? ok(other(answer.value)) : answer
  }

/** Prepares the same payment only once. */
function preparedOnce({ preparePayment }: Chain): Partial<Chain> {
  const prepared = new Map<string, ReturnType<typeof preparePayment>>()
  return {
    preparePayment(...asked) {
      const key = show(asked)
      const bytes = prepared.get(key) ?? preparePayment(...asked)
      prepared.set(key, bytes)
      return bytes
    },
  }
}

const LATER = Number.MAX_SAFE_INTEGER
const ALL_CLAIMS = 'goes through all claims by its cursor, without gap or double'

const WRONG_CHAINS = (
  [
    [
      'gives each payment the index 0',
      ({ paymentsAfter }) => ({
        paymentsAfter: answering(paymentsAfter, (page) => ({
          ...page,
          payments: page.payments.map((payment) => ({ ...payment, index: 0 })),
        })),
      }),
      'tells two payments of one transaction apart by their indexes, in every query',
    ],
    ...[0, LATER].map(
      (chainTime): WrongChain => [
        `reads nonces at the time ${chainTime}`,
        ({ usedNonces }) => ({ usedNonces: answering(usedNonces, (read) => ({ ...read, chainTime })) }),
        'pays a nonce once, whatever is signed for it later',
      ],
    ),
    [
      'misses a transaction in a later state',
      ({ outcome }) => ({
        outcome: answering(outcome, (known) =>
          known.kind === 'absent' ? { ...known, chainTime: LATER } : known,
        ),
      }),
      'gives the same bytes effect once, however often they are sent',
    ],
    ...(['isFinal', 'isCongestion', 'isWrongKey'] as const).map(
      (flag): WrongChain => [
        `says ${flag} of each failure`,
        ({ outcome }) => ({
          outcome: answering(outcome, (known) =>
            known.kind === 'failed' ? { ...known, [flag]: true } : known,
          ),
        }),
        'pays no voucher while it is paused, and all of them again afterwards',
      ],
    ),
    [
      'reads one vault at a time',
      ({ vaults }) => ({ vaults: answering(vaults, (found) => new Map([...found].slice(0, 1))) }),
      'opens vaults that hold their deposits under their keys',
    ],
    [
      'rounds balances',
      ({ balances }) => ({
        balances: answering(
          balances,
          (held) =>
            new Map([...held].map(([owner, amount]) => [owner, amountOf(amount - (amount % 1_000n))])),
        ),
      }),
      'shows the largest payment there can be to the last unit',
    ],
    [
      'prepares equal payments once',
      preparedOnce,
      'prepares payments for their payer, each paid once and seen with its memo',
    ],
    [
      'ignores the length of a page of claims',
      ({ claimsAfter }) => ({ claimsAfter: (cursor) => claimsAfter(cursor, 1_000) }),
      ALL_CLAIMS,
    ],
    [
      'ignores the cursor of claims',
      ({ claimsAfter }) => ({ claimsAfter: (_, limit) => claimsAfter(null, limit) }),
      ALL_CLAIMS,
    ],
  ] satisfies readonly WrongChain[]
).map(([what, wrong, found]): Wrong => [`a chain that ${what}`, chainWith(wrong), found])

/** A store that always gives the first page of claim links. */
const endless = async () => {
  const memory = createMemoryStore()
  const listClaimLinks: Store['listClaimLinks'] = (dropId, { limit }) =>
    memory.store.listClaimLinks(dropId, { limit })
  return { ...memory, store: { ...memory.store, listClaimLinks } }
}

/** A storage of which some methods differ from those of the in-memory one. */
const storageWith = (wrong: (memory: MemoryStorage) => Partial<MemoryStorage>) => async () => {
  const memory = createMemoryStore()
  return { ...memory, ...wrong(memory) }
}

type WrongStorage = [
  what: string,
  suite: (run: TestRunner, open: () => Promise<MemoryStorage>) => void,
  wrong: (memory: MemoryStorage) => Partial<MemoryStorage>,
  found: string,
]

const lower = (link: ClaimLink): ClaimLink => ({ ...link, id: link.id.toLowerCase() as ClaimLinkId })
const isBefore = (one: DueDelivery, other: DueDelivery): number => dueAt(one) - dueAt(other)
const dueAt = ({ delivery: { state } }: DueDelivery): number =>
  state.kind === 'waiting' ? state.nextAttemptAt : 0

const WRONG_STORAGES = (
  [
    [
      'that skips equal times from one page to the next',
      storeContract,
      ({ store }) => ({
        store: {
          ...store,
          intentsWithCandidate: (since, { after, ...page }) =>
            store.intentsWithCandidate(since, {
              ...page,
              after: after && { ...after, id: idOf('intent', 'f'.repeat(32)) },
            }),
        },
      }),
      'finds the intents with a named transaction that is not final, on any drop',
    ],
    [
      'that ignores the length of a list',
      storeContract,
      ({ store }) => ({ store: { ...store, openIntents: (dropId) => store.openIntents(dropId, 1_000) } }),
      'finds the open intents of a drop, oldest first',
    ],
    [
      'that counts revoked API keys',
      storeContract,
      ({ store, state }) => ({
        store: {
          ...store,
          changeUser: (userId, decide, counted) => {
            const keys = [...state.apiKeys.all()].filter((key) => key.userId === userId && key.revokedAt)
            const more = counted?.of === 'apiKeys' ? keys.length : 0
            return store.changeUser(userId, (user, count) => decide(user, count + more), counted)
          },
        },
      }),
      'counts a user’s webhooks, keys and vaults exactly under the lock of the user',
    ],
    [
      'that stores an earlier use of a key over a later one',
      storeContract,
      ({ store, state }) => ({
        store: {
          ...store,
          touchApiKeys: async (used) => {
            for (const [id, lastUsedAt] of used) {
              const key = state.apiKeys.get(id)
              if (key) await store.create({ update: { apiKeys: [{ ...key, lastUsedAt }] } })
            }
          },
        },
      }),
      'notes when keys were last used',
    ],
    [
      'that ignores the case of letters in an id',
      storeContract,
      ({ store }) => ({
        store: {
          ...store,
          create: ({ insert, ...change }) => {
            const links = new Map(insert?.claimLinks?.map((link) => [lower(link).id, link]))
            return store.create({ ...change, insert: { ...insert, claimLinks: [...links.values()] } })
          },
        },
      }),
      'keeps links apart whose ids differ in the case of a letter',
    ],
    [
      'that keeps the notes of a change that conflicts',
      idempotencyStoreContract,
      ({ store, keyValues }) => ({
        store: {
          ...store,
          create: async (change) => {
            const answer = await store.create(change)
            const { notes } = change
            if (!answer.ok && notes)
              await keyValues.transact([...notes.keys()], () => ({ writes: notes, result: undefined }))
            return answer
          },
        },
      }),
      'writes all that create is given, or nothing if the lease was lost or a value is taken',
    ],
    [
      'that hands out as many jobs of each kind as it is asked for in all',
      jobQueueContract,
      ({ jobs }) => ({
        jobs: {
          ...jobs,
          take: async (now, leaseMs, limit, admission = LONGEST_DUE_FIRST) => {
            const taken = JOB_KINDS.map((kind) => {
              const except = [...admission.except, ...JOB_KINDS.filter((other) => other !== kind)]
              return jobs.take(now, leaseMs, limit, { ...admission, except })
            })
            return (await Promise.all(taken)).flat()
          },
        },
      }),
      'hands out the longest due first, no more than asked for',
    ],
    [
      'that forgets a request for later if another worker takes the job',
      jobQueueContract,
      ({ jobs, state }) => ({
        jobs: {
          ...jobs,
          take: async (...query) => {
            const taken = await jobs.take(...query)
            for (const [key, row] of state.jobs)
              if (taken.some(({ id }) => id === row.id)) state.jobs.set(key, { ...row, askedAgainFor: null })
            return taken
          },
        },
      }),
      'keeps a request for later if the worker that holds the job dies',
    ],
    [
      'that hands out deliveries by the time of their next attempt',
      deliveryQueueContract,
      ({ deliveries }) => ({
        deliveries: {
          ...deliveries,
          take: async (query) => (await deliveries.take(query)).toSorted(isBefore),
        },
      }),
      'a delivery that fails holds up no later one',
    ],
  ] satisfies readonly WrongStorage[]
).map(
  ([what, suite, wrong, found]): Wrong => [
    `a storage ${what}`,
    (run) => suite(run, storageWith(wrong)),
    found,
  ],
)

const WRONG: readonly Wrong[] = [
  ...WRONG_CHAINS,
  ...WRONG_STORAGES,
  [
    'a store whose claim links have no end',
    (run) => storeLinkContract(run, endless),
    'stores all links of a change or none, with its other records',
  ],
  ...CARELESS,
  ...BLIND,
  ...HASTY,
  [
    'hashes as texts',
    (run) =>
      hashesContract(
        run,
        opening({
          hashes: { ...pureHashes, sha256: (bytes: Uint8Array) => hexOfBytes(pureHashes.sha256(bytes)) },
        }),
      ),
    'give at once the 32 bytes of SHA-256',
  ],
  [
    'hashes that come later',
    (run) =>
      hashesContract(run, opening({ hashes: { ...pureHashes, hmacSha256: async () => new Uint8Array(32) } })),
    'give at once the 32 bytes of HMAC-SHA256 of a message in UTF-8',
  ],
  [
    'too few random bytes',
    (run) => randomContract(run, opening({ random: { bytes: () => new Uint8Array(4) } })),
    'returns the requested number of bytes',
  ],
  [
    'random bytes that are all the same',
    (run) => randomContract(run, opening({ random: { bytes: (length: number) => new Uint8Array(length) } })),
    'gives others each time, of every value',
  ],
  [
    'ids that each process counts',
    (run) => idsContract(run, async () => ({ ids: createSequentialIds(), close: async () => {} })),
    'makes none that another process makes at the same instant',
  ],
  [
    'secrets that can be read',
    secretsOf(transparentSecrets),
    'show nothing, not even whether two are the same',
  ],
  [
    'secrets that forget their purpose',
    secretsOf({ seal: hexOfBytes, open: () => new Uint8Array() }),
    'do not open for another purpose',
  ],
  [
    'no currency',
    (run) => priceFeedContract(run, opening({ prices: { currencies: () => [], usdRate: () => 0 } })),
    'has a first currency, and each code once, in capitals',
  ],
  [
    'files that refuse what is gone',
    filesWith(({ stored, remove }) => ({
      async remove(name) {
        if (!stored.has(name)) throw new Error('no such file')
        await remove(name)
      },
    })),
    'delete the bytes of one file only, and a second time nothing',
  ],
]

/** The names of the failing tests of a suite, with their errors. With `only`, runs just the test with this name. */
async function failuresOf(
  suite: (run: TestRunner) => void,
  only?: string,
): Promise<ReadonlyMap<string, Error>> {
  const failures = new Map<string, Error>()
  const tests: [name: string, body: () => Promise<void>][] = []
  suite({ describe: (_name, body) => body(), test: (name, body) => void tests.push([name, body]) })
  for (const [name, body] of tests) {
    if (only === undefined || name === only) await body().catch((cause) => failures.set(name, cause))
  }
  return failures
}

it.each(WRONG)('finds %s', async (_, suite, found) => {
  expect([...(await failuresOf(suite, found)).keys()]).toEqual([found])
})

it('accepts files in one piece of any length', async () => {
  async function* whole(bytes: Uint8Array) {
    yield bytes
  }
  const inOnePiece = filesWith(({ stored }) => ({
    read: async (name, range) => {
      const bytes = stored.get(name)
      return bytes && whole(range ? bytes.subarray(range.from, range.to + 1) : bytes)
    },
  }))
  expect(await failuresOf(inOnePiece)).toEqual(new Map())
})

it('finds files that ignore the range', async () => {
  const ignoring = filesWith(({ read }) => ({ read: (name) => read(name) }))
  expect([...(await failuresOf(ignoring)).keys()]).toEqual([expect.stringContaining('a range of the bytes')])
})

it('says which text was taken for base64', async () => {
  const credulous = filesWith(() => ({
    decodeBase64: async (text) => new Uint8Array(Buffer.from(text, 'base64')),
  }))
  const [failure] = (await failuresOf(credulous)).values()
  expect(failure?.message).toMatch(/^what "A" is read as differs/)
})

type Disk = Map<string, MemoryRow>

const nothing = async () => undefined
const memoryOn = (disk: Disk, onRow?: (row: MemoryRow) => void) => {
  const state = createMemoryState({ rows: disk.values(), ...(onRow ? { onRow } : {}) })
  return { ...createMemoryStore({ state }), disk, close: nothing }
}

/** A slow disk, which writes all rows of a write together, or some of them (`isEarly`) before the others. */
function slowDisk(isEarly: (row: MemoryRow) => boolean = () => false) {
  const disk: Disk = new Map()
  let writes = 0
  function put(rows: readonly MemoryRow[]) {
    for (const row of rows) {
      const key = `${row.collection} ${row.key}`
      if (row.value === undefined) disk.delete(key)
      else disk.set(key, row)
    }
  }
  return {
    disk,
    async write(rows: readonly MemoryRow[]) {
      put(rows.filter(isEarly))
      // Long enough for other writes to begin meanwhile, also on a busy machine.
      await pause(5 * ((writes++ % 3) + 1))
      put(rows.filter((row) => !isEarly(row)))
    },
  }
}

/** Wraps the methods of a port: after each, it waits for the disk if `waits` says so, and otherwise answers at once. */
function held<Port extends object>(
  port: Port,
  written: () => Promise<void>,
  waits: (method: string) => boolean = () => true,
): Port {
  const methods = Object.entries(port).map(([name, method]) => [
    name,
    async (...given: readonly unknown[]) => {
      try {
        return await method(...given)
      } finally {
        const settled = written()
        if (waits(name)) await settled
      }
    },
  ])
  return Object.fromEntries(methods)
}

const DURABLE_PORTS = [
  'store',
  'jobs',
  'idempotency',
  'keyValues',
  'deliveries',
  'retention',
  'dropCounts',
] as const

interface Carelessness {
  /** Whether a call is answered after its rows are on the disk. Default: all are. */
  readonly waits?: (port: string, method: string) => boolean
  /** Whether a row reaches the disk before the others of its commit. Default: none does. */
  readonly isEarly?: (row: MemoryRow) => boolean
}

/** A storage that writes all rows noted so far together, and answers after that. */
const onDisk =
  ({ waits = () => true, isEarly }: Carelessness = {}) =>
  async () => {
    const { disk, write } = slowDisk(isEarly)
    let noted: MemoryRow[] = []
    const memory = memoryOn(disk, (row) => noted.push(row))
    let last = Promise.resolve()
    const written = () => {
      last = last.then(async () => {
        const rows = noted
        noted = []
        if (rows.length > 0) await write(rows)
      })
      return last
    }
    const ports = DURABLE_PORTS.map((port) => [
      port,
      held<object>(memory[port], written, (method) => waits(port, method)),
    ])
    return {
      ...memory,
      ...(Object.fromEntries(ports) as Pick<MemoryStorage, (typeof DURABLE_PORTS)[number]>),
    }
  }

const ofEvents = ({ collection }: MemoryRow) => collection.startsWith('event')
const ofJobs = ({ collection }: MemoryRow) => /job/i.test(collection)
const OTHER_CALLS = 'keeps what every other call has written, from its answer on'
const WHOLE = 'keeps each claim with its event and its job or not at all, whenever the process crashes'
const CLAIMS_MADE = 'keeps 7 of 40 claims, made 8 at once, that were acknowledged before a crash'

type Storage = ReturnType<typeof memoryOn>

const FORGETFUL: readonly (readonly [
  what: string,
  open: () => Promise<Storage>,
  /** The test that finds it. Null if the order of the writes decides which test does. */
  found: string | null,
])[] = [
  ['a storage that keeps nothing', async () => memoryOn(new Map()), CLAIMS_MADE],
  [
    'a storage that acknowledges before it writes',
    async () => {
      const { disk, write } = slowDisk()
      return memoryOn(disk, (row) => void write([row]))
    },
    CLAIMS_MADE,
  ],
  [
    'a storage that forgets what is noted while it writes',
    async () => {
      const { disk, write } = slowDisk()
      const noted: MemoryRow[] = []
      const memory = memoryOn(disk, (row) => noted.push(row))
      const store = held(memory.store, async () => {
        if (noted.length > 0) await write([...noted])
        noted.length = 0
      })
      return { ...memory, store }
    },
    null,
  ],
  [
    'a storage that writes events later than their claims',
    onDisk({ isEarly: (row) => !ofEvents(row) }),
    WHOLE,
  ],
  ['a storage that writes jobs later than their claims', onDisk({ isEarly: (row) => !ofJobs(row) }), WHOLE],
  [
    'a store that keeps no changes but those of drops',
    onDisk({ waits: (port, method) => port !== 'store' || ['create', 'changeDrop'].includes(method) }),
    'keeps all that a change has written, from its acknowledgement on',
  ],
  [
    'a store that acknowledges the end of a session before it writes',
    onDisk({ waits: (_, method) => method !== 'revokeSession' }),
    OTHER_CALLS,
  ],
  ...DURABLE_PORTS.slice(1).map(
    (lazy) =>
      [
        `a storage that acknowledges before it writes ${lazy}`,
        onDisk({ waits: (port) => port !== lazy }),
        OTHER_CALLS,
      ] as const,
  ),
]

const durability = (open: () => Promise<Storage>) => (run: TestRunner) =>
  durabilityContract(run, open, async ({ disk }) => memoryOn(new Map(disk)))

it.each(FORGETFUL)('finds %s', async (_, open, found) => {
  expect((await failuresOf(durability(open), found ?? undefined)).size).toBeGreaterThan(0)
})

it('accepts a storage that writes before it acknowledges', async () => {
  expect(await failuresOf(durability(onDisk()))).toEqual(new Map())
})
