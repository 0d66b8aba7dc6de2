import { type KeyObject, sign } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  type Address,
  amountOf,
  type Chain,
  type Instant,
  type KeyValueStore,
  type OperatorAction,
  type Result,
  type SignedTransaction,
  type SignedVoucher,
  type Token,
  type TransactionEffects,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { privateKeyFrom, publicKeyOf as rawPublicKeyOf } from '../src/ed25519-keys.ts'
import {
  createFakeChain,
  createOffsetClock,
  type FakeChain,
  type OffsetClock,
  voucherBytes,
} from '../src/index.ts'

export const SUI = '0x2::sui::SUI'
export const START: Instant = 1_800_000_000_000

export const addressOf = (n: number | string): Address => `0x${String(n).padStart(64, '0')}` as Address
export const dropIdOf = (n: number) => idOf('drop', n.toString(16).padStart(32, '0'))
const tokenIdOf = (n: number) => idOf('token', n.toString(16).padStart(32, '0'))

export interface FakeChainFixture {
  readonly chain: FakeChain
  readonly clock: OffsetClock
  readonly keyValues: StrictKeyValueStore
  /** Moves the machine's clock forward. */
  readonly pass: (ms: number) => void
}

export interface FixtureOptions {
  readonly auto?: boolean
  readonly keyValues?: StrictKeyValueStore
  readonly startsAt?: Instant
}

export function createFixture(options: FixtureOptions = {}): FakeChainFixture {
  const { auto = true, keyValues = createStrictKeyValueStore(), startsAt = START } = options
  let machine = startsAt
  const machineNow = () => machine
  const clock = createOffsetClock({ keyValues, machineNow })
  const pass = (ms: number) => {
    machine += ms
  }
  return { chain: createFakeChain({ keyValues, clock, machineNow, auto }), clock, keyValues, pass }
}

/** Returns the value. Throws if the result is a refusal. */
export function granted<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}

/** Returns the refusal. Throws if the result is not a refusal. */
export function refused<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error(`not refused: ${JSON.stringify(result.value)}`)
  return result.error
}

export const prepare = async (chain: Chain, action: OperatorAction): Promise<SignedTransaction> =>
  granted(await chain.prepare(action))

/** Prepares and sends an action, and returns its effects. Throws if it does not succeed. */
export async function act(
  chain: Chain,
  action: OperatorAction,
): Promise<TransactionEffects & { digest: string }> {
  const transaction = await prepare(chain, action)
  granted(await chain.submit(transaction))
  const outcome = granted(await chain.outcome(transaction.digest))
  if (outcome.kind !== 'succeeded') throw new Error(`it ${outcome.kind}: ${JSON.stringify(outcome)}`)
  return { ...outcome.effects, digest: transaction.digest }
}

export interface OpenedVault {
  readonly dropObjectId: Address
  readonly coinType: string
  readonly publicKey: string
  sign(voucher: Partial<Omit<SignedVoucher, 'signature'>>): Promise<SignedVoucher>
}

export interface VaultWish {
  readonly drop?: number
  readonly type?: 'TOKEN' | 'NFT'
  readonly coinType?: string | null
  readonly deposit?: bigint
}

// Uses node:crypto, because the keypairs of @mysten/sui take milliseconds and the properties here sign very often.
const keysOf = (n: number): KeyObject => privateKeyFrom(new Uint8Array(32).fill(n))

export const publicKeyOf = (n: number): string => rawPublicKeyOf(keysOf(n))

export const openVaultAction = (wish: VaultWish = {}): Extract<OperatorAction, { kind: 'open_vault' }> => ({
  kind: 'open_vault',
  dropId: dropIdOf(wish.drop ?? 1),
  type: wish.type ?? 'TOKEN',
  coinType: wish.coinType === undefined ? SUI : wish.coinType,
  tokenId: tokenIdOf(1),
  publicKey: publicKeyOf(wish.drop ?? 1),
  deposit: amountOf(wish.deposit ?? 1_000n),
})

/** Opens a vault whose vouchers are signed with the key number `wish.drop`. */
export async function openVault(chain: Chain, wish: VaultWish = {}): Promise<OpenedVault> {
  const keys = keysOf(wish.drop ?? 1)
  const [opened] = (await act(chain, openVaultAction(wish))).vaultsOpened
  if (opened === undefined) throw new Error('no vault was opened')
  const { dropObjectId, coinType } = opened
  return {
    dropObjectId,
    coinType,
    publicKey: publicKeyOf(wish.drop ?? 1),
    async sign(wanted) {
      const voucher = {
        dropObjectId,
        claimer: addressOf('c1a1'),
        amount: amountOf(100n),
        nonce: 1,
        expiresAt: START + 900_000,
        ...wanted,
      }
      const signature = sign(null, voucherBytes(voucher), keys).toString('base64')
      return { ...voucher, signature }
    },
  }
}

export const claim = (chain: FakeChain, { expiresAt, ...voucher }: SignedVoucher) =>
  chain.claim({
    ...voucher,
    amount: String(voucher.amount),
    nonce: String(voucher.nonce),
    expiry: String(expiresAt),
  })

export const tokenWith = (changes: Partial<Token> = {}): Token => ({
  id: tokenIdOf(1),
  creatorId: idOf('user', '1'.repeat(32)),
  name: 'Pepper',
  symbol: 'PEPPER',
  decimals: 2,
  totalSupply: amountOf(1_000n),
  description: null,
  imageUrl: null,
  isExternal: false,
  reserves: { communityDrops: amountOf(600n), publicSale: amountOf(300n), creator: amountOf(100n) },
  deployment: { kind: 'PENDING' },
  createdAt: START,
  updatedAt: START,
  ...changes,
})

export async function balanceOf(chain: Chain, coinType: string, owner: Address): Promise<bigint> {
  const balances = granted(await chain.balances(coinType, [owner]))
  return balances.get(owner) ?? -1n
}

export const ledgerOf = async (keyValues: KeyValueStore) =>
  (await keyValues.list('fake-chain/', { limit: 1_000_000 })).map(({ key, value }) => [key, value])

export interface StrictKeyValueStore extends KeyValueStore {
  readonly values: ReadonlyMap<string, string>
  /** The largest number of keys that a transaction has locked so far. */
  readonly largestTransaction: () => number
  /** The number of transactions so far. */
  readonly transactions: () => number
}

/**
 * An in-memory store that is as difficult as a database may be: it yields before and after every call, makes a transaction
 * wait for its keys, calls `decide` twice, and refuses writes outside of the locked keys and keys that do not start with
 * the prefix.
 */
export function createStrictKeyValueStore(prefix = 'fake-chain/'): StrictKeyValueStore {
  const values = new Map<string, string>()
  const locks = new Map<string, Promise<void>>()
  let largest = 0
  let transactions = 0

  const read = (keys: readonly string[]): ReadonlyMap<string, string> =>
    new Map(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key) ?? '']] : [])))

  async function lock(keys: readonly string[]): Promise<() => void> {
    const releases: (() => void)[] = []
    for (const key of keys) {
      const earlier = locks.get(key)
      const { promise, resolve } = Promise.withResolvers<void>()
      locks.set(key, promise)
      releases.push(() => {
        if (locks.get(key) === promise) locks.delete(key)
        resolve()
      })
      await earlier
    }
    return () => {
      for (const release of releases) release()
    }
  }

  return {
    values,
    largestTransaction: () => largest,
    transactions: () => transactions,

    async get(keys) {
      await setImmediate()
      return read(keys)
    },

    async transact(keys, decide) {
      transactions++
      largest = Math.max(largest, keys.length)
      const release = await lock([...new Set(keys)].sort())
      try {
        await setImmediate()
        decide(read(keys))
        const { writes, result } = decide(read(keys))
        await setImmediate()
        for (const [key, value] of writes) {
          if (!keys.includes(key)) throw new Error(`${key} is written without its lock`)
          if (key.length > 400 || !key.startsWith(prefix)) throw new Error(`${key} is no key of ours`)
          if (value === null) values.delete(key)
          else values.set(key, value)
        }
        return result
      } finally {
        release()
      }
    },

    async list(prefix, { after, limit }) {
      await setImmediate()
      return [...values]
        .filter(([key]) => key.startsWith(prefix) && (after === undefined || key > after))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .slice(0, limit)
        .map(([key, value]) => ({ key, value }))
    },
  }
}
