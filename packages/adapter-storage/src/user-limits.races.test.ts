import {
  type Caller,
  createDropkit,
  DEFAULT_SETTINGS,
  type Dropkit,
  type Refusal,
  type Result,
  type Settings,
} from '@dropkit/core'
import { FIXED_LIMITS } from '@dropkit/core/internal'
import {
  createTestService,
  granted,
  put,
  sampleApiKey,
  sampleWebhook,
  type TestService,
  testWallet,
  testWalletSignature,
} from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import { databases, onDatabase } from '../test/databases.ts'

const ALL_AT_ONCE = 20
/** What a transaction costs on the chain of the tests. */
const GAS = 10_000_000
const MOST = 3

type LimitName =
  | Exclude<Extract<keyof Settings, `${string}Per${string}`>, 'maxClaimsPerBatch'>
  | keyof typeof FIXED_LIMITS
type Answer = Promise<Result<unknown, Refusal>>

interface Service extends TestService {
  readonly buyer: Caller
  /** The value of a counter in the store. */
  counted(key: string): Promise<number>
}

interface Case {
  /** The value of the setting; without it, the limit is fixed. */
  readonly value?: number
  /** Prepares what is asked for, without limits. */
  prepare?(service: Service): Promise<(dropkit: Dropkit, n: number) => Answer>
  /** How much of the limit is used at last; without it, the number of granted requests. */
  used?(service: Service): Promise<number>
  /** Whether requests of one size need not reach the limit exactly. */
  readonly isInexact?: boolean
}

const newDrop = async ({ owner, tokenId }: Service) => {
  const terms = {
    title: 'Pepper',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '1000',
    tokenAmount: '10',
  } as const
  return (dropkit: Dropkit) => dropkit.createDrop(owner, { ...terms, existingTokenId: tokenId })
}

/** Orders from one drop, or each from its own. */
const order =
  (on: 'one drop' | 'many drops') =>
  async ({ buyer, createDrop }: Service) => {
    const drops = await Promise.all(
      Array.from({ length: on === 'one drop' ? 1 : ALL_AT_ONCE }, () => createDrop({ price: 2 })),
    )
    return (dropkit: Dropkit, n: number) => {
      const dropId = drops[n % drops.length]?.id ?? ''
      return dropkit.createPaymentIntent(buyer, {
        dropId,
        walletAddress: testWallet(n + 1),
        paymentMethod: 'SUI',
      })
    }
  }

const upload =
  async ({ owner }: Service) =>
  (dropkit: Dropkit, n: number) =>
    dropkit.uploadFile(owner, {
      file: btoa('x'.repeat(9_000 + n)),
      filename: 'a.txt',
      contentType: 'text/plain',
    })

const openVaults = async ({ ports }: Service) => (await ports.store.openVaults({ limit: 100 })).length

const CASES: { readonly [Limit in LimitName]: Case } = {
  gasPerUserDay: {
    value: MOST * GAS,
    prepare: newDrop,
    used: async (service) => GAS * (await openVaults(service)),
  },
  gasPerDay: {
    value: MOST * GAS,
    prepare: newDrop,
    used: async (service) => GAS * (await openVaults(service)),
  },
  dropsPerUserDay: { value: MOST, prepare: newDrop },
  tokensPerUserDay: {
    value: MOST,
    prepare:
      async ({ owner }) =>
      (dropkit) =>
        dropkit.createToken(owner, { name: 'Club', symbol: 'CLUB', supply: '5000' }),
  },
  transfersPerUserDay: {
    value: MOST,
    async prepare({ owner, buyer, createDrop, dropkit, pay }) {
      const { id: dropId } = await createDrop({ price: 2 })
      const input = { dropId, walletAddress: testWallet(1), paymentMethod: 'SUI' }
      const intent = granted(await dropkit.createPaymentIntent(buyer, input))
      const txHash = pay(intent, { memo: intent.id })
      granted(await dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))
      return (limited) => limited.processRefund(owner, { paymentIntentId: intent.id, amountAtomic: '1' })
    },
  },
  storedBytesPerUser: {
    value: 50_000,
    prepare: upload,
    used: ({ owner, counted }) => counted(`stored-in-all/${owner.user.id}`),
    isInexact: true,
  },
  storedBytesPerUserDay: {
    value: 50_000,
    prepare: upload,
    used: ({ owner, counted }) => counted(`stored/${owner.user.id}`),
    isInexact: true,
  },
  intentsPerUserHour: { value: MOST, prepare: order('many drops') },
  intentsPerDropHour: { value: MOST, prepare: order('one drop') },
  newUsersPerAddressHour: {
    value: MOST,
    prepare: async () => async (dropkit, n) => {
      const from = { address: testWallet(n + 1), requester: '192.0.2.1' }
      const signature = testWalletSignature(from.address, granted(await dropkit.startSignIn(from)))
      return dropkit.finishSignIn({ ...from, signature }, null)
    },
  },
  claimsPerDrop: {
    value: MOST,
    async prepare({ buyer, createDrop }) {
      const { id: dropId } = await createDrop()
      return (dropkit, n) => dropkit.createClaim(buyer, { dropId, userAddress: testWallet(n + 1) })
    },
  },
  openVaultsPerUser: { value: MOST, prepare: newDrop },
  openIntentsPerUser: { value: MOST, prepare: order('many drops') },
  unpaidItemsPerBuyer: { value: MOST, prepare: order('one drop') },
  unpaidPercentPerBuyer: { value: MOST, prepare: order('one drop') },
  webhooksPerUser: {
    async prepare({ owner, ports }) {
      const known = Array.from({ length: FIXED_LIMITS.webhooksPerUser - MOST }, (_, n) =>
        sampleWebhook(owner.user, n),
      )
      await put(ports.store, { webhooks: known })
      return (dropkit) => dropkit.createWebhook(owner, { url: 'https://example.com', events: ['*'] })
    },
  },
  apiKeysPerUser: {
    async prepare({ owner, ports, dropkit }) {
      const known = FIXED_LIMITS.apiKeysPerUser - (await dropkit.listApiKeys(owner)).length - MOST
      const revoked = { ...sampleApiKey(owner.user, known), revokedAt: 1 }
      const keys = Array.from({ length: known }, (_, n) => sampleApiKey(owner.user, n))
      await put(ports.store, { apiKeys: [...keys, revoked] })
      return (limited, n) =>
        n % 2 === 0
          ? limited.createApiKey(owner, { name: 'more' })
          : limited.createPublishableKey(owner, { name: 'more', origins: ['https://example.com'] })
    },
  },
}

test('every limit is tried', () => {
  const settings = Object.keys(DEFAULT_SETTINGS).filter((name) =>
    /Per(User|Drop|Day|Hour|Buyer|Address)/.test(name),
  )
  expect(Object.keys(CASES).sort()).toEqual([...settings, ...Object.keys(FIXED_LIMITS)].sort())
})

describe.each(databases)(
  'what many requests through two servers at once may do together on %s',
  (_name, make) => {
    test.each(Object.entries(CASES))(
      'does not exceed %s',
      (name, { value, prepare = newDrop, used, isInexact = false }) =>
        onDatabase(make, async (database) => {
          const servers = [await database.open(), await database.open()] as const
          const [{ store, jobs, keyValues }] = servers
          const unlimited = await createTestService({ instead: { store, jobs } })
          const counted = async (key: string) => {
            const values = await keyValues.get([`limits/${key}`])
            return Number(values.get(`limits/${key}`)?.split(' ')[1])
          }
          const service = { ...unlimited, buyer: await unlimited.callerOf('buyer'), counted }
          const ask = await prepare(service)
          const dropkits = servers.map((server) =>
            createDropkit(
              { ...service.ports, store: server.store, jobs: server.jobs, keyValues: server.keyValues },
              value === undefined ? {} : { [name]: value },
            ),
          )
          const answers = await Promise.all(
            Array.from({ length: ALL_AT_ONCE }, (_, n) => ask(dropkits[n % 2] as Dropkit, n)),
          )
          const limit = used ? (value ?? 0) : MOST
          const total = used ? await used(service) : answers.filter(({ ok }) => ok).length
          if (isInexact) {
            expect(answers.some(({ ok }) => ok)).toBe(true)
            expect(total).toBeLessThanOrEqual(limit)
          } else expect(total).toBe(limit)
          for (const server of servers) await server.close()
        }),
    )
  },
)
