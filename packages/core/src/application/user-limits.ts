import { type DropId, readId, type UserId } from '../domain/ids.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../domain/instant.ts'
import type { Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller, User } from '../domain/user.ts'
import type { Ports } from '../ports/index.ts'
import {
  type Allowance,
  countedKey,
  createAllowances,
  type Exceeded,
  reservationOf,
  settle,
  textOf,
} from './allowances.ts'
import { type BatcherOptions, createBatchers } from './batcher.ts'
import type { Settings } from './settings.ts'

/** The limits per user, by the names of their settings. */
type LimitName =
  | 'gasPerUserDay'
  | 'gasPerDay'
  | 'dropsPerUserDay'
  | 'tokensPerUserDay'
  | 'transfersPerUserDay'
  | 'storedBytesPerUser'
  | 'storedBytesPerUserDay'
  | 'intentsPerUserHour'
  | 'intentsPerDropHour'
  | 'newUsersPerAddressHour'

/** The gas that the service pays for users' drops. */
export interface GasBudget {
  /**
   * Counts the gas of a transaction for this drop, or returns why the transaction must wait. This is one change of the
   * store, so simultaneous transactions do not exceed the limit together. The first transaction of a day is never refused,
   * whatever it costs; otherwise it would wait forever.
   */
  take(dropId: DropId, gas: bigint): Promise<LimitRefusal | null>
  /** Counts gas that is spent in any case. A negative amount returns gas of an unsent transaction. */
  note(dropId: DropId, gas: bigint): Promise<void>
  /**
   * The same for a transaction that several servers may send. Its gas counts once: when it is `taken`, at the latest when
   * it is `spent`, and no more when it is `unspent` and no server has spent it.
   */
  once(
    report: 'taken' | 'spent' | 'unspent',
    dropId: DropId,
    gas: bigint,
    transaction: CountedTransaction,
  ): Promise<LimitRefusal | null>
}

/** `until` must be the same for the same digest. After it, no server sends the transaction any more. */
interface CountedTransaction {
  readonly digest: string
  readonly until: Instant
}

type LimitRefusal = Extract<Refusal, { kind: 'rate_limited' }>

/** Limits what a user can cause. The operator's user `admin` and callers of core itself (`system`) have no limits. */
export interface UserLimits {
  readonly gas: GasBudget
  /**
   * Counts a drop, a token, or a refund or payout that the caller asks for, or refuses it. What `make` refuses, or what
   * fails, does not count. Transfers are sent even if the caller's gas is used up, so their limit bounds their gas.
   */
  counting<T>(
    caller: Caller,
    of: keyof typeof COUNTED_PER_DAY,
    make: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>>
  /** Counts a payment intent of this drop in the same way. */
  countingIntent<T>(
    caller: Caller,
    dropId: DropId,
    make: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>>
  /** Counts a user who is created for a wallet, or refuses it. `requester` is the hashed network address of the request. */
  countNewUser(requester: string): Promise<Result<void, Refusal>>
  /**
   * The largest number of vaults or unpaid payment intents that the caller may have open; null without a limit. The caller
   * is locked while they are counted (`changeUser`, `allOpenIntentsOf`), so simultaneous requests do not exceed it together.
   */
  mostOpen(caller: Caller, of: Open): number | null
  /**
   * Counts bytes that the caller is about to add to the store, or refuses them; 0 is never refused. They count as stored
   * until they are settled, so that changes at the same time do not exceed the limit together.
   */
  countStored(caller: Caller, bytes: number): Promise<Result<CountedBytes, Refusal>>
  /**
   * Counts bytes that are stored for a day only, or refuses them if the caller may not add them today. They do not count as
   * stored in all.
   */
  countForDay(caller: Caller, bytes: number): Promise<Result<void, Refusal>>
  /** What the caller has stored in all, and the limit. Null if there is no limit. */
  storedOf(caller: Caller): Promise<StoredBytes | null>
  /** Refuses what would cost gas if the caller's gas for the day is used up. */
  askForGas(caller: Caller): Promise<Result<void, Refusal>>
  /** Refuses a claim that the service delivers if the gas of the drop's owner is used up for the day. */
  askForDelivery(dropId: string): Promise<Result<void, Refusal>>
}

/** Bytes that were counted for a change. If they are not settled, because the process ended, `settleReserved` does it. */
interface CountedBytes {
  /** What the change notes in its own transaction when it has added this many bytes. */
  noteOf(added: number): ReadonlyMap<string, string>
  /** Replaces the counted bytes by those that the change has really added; a negative number gives back. */
  settle(added: number): Promise<void>
}

/** What a user may have only a limited number of at the same time. */
type Open = 'vaults' | 'intents'

/** How many bytes a user has stored, and how many it may store. */
export interface StoredBytes {
  readonly used: number
  readonly limit: number
}

interface UserAllowance extends Allowance {
  readonly name: LimitName
  readonly unit: string
}

const COUNTED_PER_DAY = {
  drops: { name: 'dropsPerUserDay', unit: 'drops' },
  tokens: { name: 'tokensPerUserDay', unit: 'tokens' },
  transfers: { name: 'transfersPerUserDay', unit: 'refunds and payouts' },
} as const

/** The window of a limit that never starts again. */
const FOR_EVER_MS = Number.POSITIVE_INFINITY
/** How long an answer about a drop's gas is cached, because a random drop may get thousands of claims. */
const CACHED_MS = 1_000
const MAX_CACHED = 1_000
const ADMIN = 'local:admin'
const FREE = ok(undefined)
const NOTHING_COUNTED = ok({ noteOf: () => new Map<string, string>(), settle: async () => undefined })

type LimitPorts = Pick<Ports, 'store' | 'clock' | 'ids'> & {
  readonly keyValues?: Ports['keyValues']
}

/** Undefined without limits: there is no port to count with, or all limits are 0. */
export function createUserLimits(ports: LimitPorts, settings: Settings): UserLimits | undefined {
  const { keyValues, store, clock, ids } = ports
  const names: readonly LimitName[] = [
    'gasPerUserDay',
    'gasPerDay',
    'dropsPerUserDay',
    'tokensPerUserDay',
    'transfersPerUserDay',
    'storedBytesPerUser',
    'storedBytesPerUserDay',
    'intentsPerUserHour',
    'intentsPerDropHour',
    'newUsersPerAddressHour',
  ]
  const { openVaultsPerUser, openIntentsPerUser } = settings
  const isUnlimited = openVaultsPerUser + openIntentsPerUser === 0
  if (keyValues === undefined || (isUnlimited && names.every((name) => settings[name] === 0)))
    return undefined
  const allowances = createAllowances(keyValues, clock.now)
  const answers = new Map<
    string,
    { readonly until: Instant; readonly refusal: Promise<LimitRefusal | null> }
  >()

  const allowance = (
    name: LimitName,
    key: string,
    more: Omit<UserAllowance, keyof Allowance | 'name'> & { windowMs: number },
  ) => (settings[name] === 0 ? [] : [{ name, key: `limits/${key}`, limit: BigInt(settings[name]), ...more }])

  const gasOf = (userId: UserId): readonly UserAllowance[] => [
    ...allowance('gasPerUserDay', `gas/${userId}`, { windowMs: DAY_MS, unit: 'MIST of gas' }),
    ...allowance('gasPerDay', 'gas', { windowMs: DAY_MS, unit: 'MIST of gas of all users' }),
  ]

  const storedInAll = (userId: UserId): readonly UserAllowance[] =>
    allowance('storedBytesPerUser', `stored-in-all/${userId}`, {
      windowMs: FOR_EVER_MS,
      unit: 'stored bytes',
    })

  const storedInDay = (userId: UserId): readonly UserAllowance[] =>
    allowance('storedBytesPerUserDay', `stored/${userId}`, { windowMs: DAY_MS, unit: 'stored bytes' })

  /** The allowance of the drop's owner; empty if the owner has no limit. */
  async function gasOfDrop(dropId: DropId): Promise<readonly UserAllowance[]> {
    const drop = await store.dropForSettlement(dropId)
    if (!drop) return []
    const owner = (await store.users([drop.creatorId])).get(drop.creatorId)
    return owner && isLimited(owner) ? gasOf(owner.id) : []
  }

  async function spend(limited: readonly UserAllowance[], amount = 1n): Promise<Result<void, Refusal>> {
    if (limited.length === 0) return FREE
    const exceeded = await allowances.spend(limited, amount)
    return exceeded ? err(refusalOfSpending(exceeded, amount)) : FREE
  }

  /** Counts what `make` makes. What it refuses, or what fails, is given back. */
  async function countingIn<T>(
    limited: readonly UserAllowance[],
    make: () => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> {
    const allowed = await spend(limited)
    if (!allowed.ok) return allowed
    let isMade = false
    try {
      const made = await make()
      isMade = made.ok
      return made
    } finally {
      if (!isMade && limited.length > 0) await allowances.note(limited, -1n)
    }
  }

  const refusalOfSpending = (exceeded: Exceeded<UserAllowance>, amount: bigint): Refusal =>
    exceeded.allowance.windowMs === FOR_EVER_MS
      ? refusalForEver(exceeded, amount)
      : refusalOf(exceeded, amount, clock.now())

  /** Counts what comes at the same time in one transaction, because each refused request with an Idempotency-Key counts. */
  const daysBytes = createBatchers<UserId, number, Result<void, Refusal>>()
  const countingForDay = (userId: UserId): BatcherOptions<number, Result<void, Refusal>> => ({
    maxBatch: MOST_COUNTED_TOGETHER,
    async run(amounts) {
      const limited = storedInDay(userId)
      const together = await spend(limited, BigInt(sum(amounts)))
      if (together.ok || amounts.length === 1) return amounts.map(() => together)
      const alone: Result<void, Refusal>[] = []
      for (const bytes of amounts) alone.push(await spend(limited, BigInt(bytes)))
      return alone
    },
  })

  async function refusalForGas(limited: readonly UserAllowance[], gas: bigint): Promise<LimitRefusal | null> {
    if (limited.length === 0) return null
    const exceeded = await allowances.look(limited, gas)
    return exceeded && exceeded.used > 0n ? refusalOf(exceeded, gas, clock.now()) : null
  }

  return {
    gas: {
      async take(dropId, gas) {
        const limited = await gasOfDrop(dropId)
        const exceeded = limited.length === 0 ? null : await allowances.spendAtLeastOnce(limited, gas)
        return exceeded && refusalOf(exceeded, gas, clock.now())
      },
      async note(dropId, gas) {
        const limited = await gasOfDrop(dropId)
        if (limited.length > 0) await allowances.note(limited, gas)
      },
      async once(report, dropId, gas, transaction) {
        const limited = await gasOfDrop(dropId)
        if (limited.length === 0) return null
        const use = { key: countedKey(transaction), isFirstFree: true }
        const exceeded = await allowances.once(report, limited, gas, use)
        return exceeded && refusalOf(exceeded, gas, clock.now())
      },
    },
    mostOpen(caller, of) {
      const most = of === 'vaults' ? openVaultsPerUser : openIntentsPerUser
      return isFree(caller) || most === 0 ? null : most
    },
    countNewUser: (requester) =>
      spend(
        allowance('newUsersPerAddressHour', `new-users/${requester}`, {
          windowMs: HOUR_MS,
          unit: 'new users',
        }),
      ),
    counting(caller, of, make) {
      const { name, unit } = COUNTED_PER_DAY[of]
      const key = `${of}/${caller.user.id}`
      return countingIn(isFree(caller) ? [] : allowance(name, key, { windowMs: DAY_MS, unit }), make)
    },
    countingIntent(caller, dropId, make) {
      if (isFree(caller)) return make()
      const key = `intents/${caller.user.id}`
      const perHour = { windowMs: HOUR_MS, unit: 'payment intents' }
      const onDrop = { windowMs: HOUR_MS, unit: 'payment intents on one drop' }
      return countingIn(
        [
          ...allowance('intentsPerUserHour', key, perHour),
          ...allowance('intentsPerDropHour', `${key}/${dropId}`, onDrop),
        ],
        make,
      )
    },
    async countStored(caller, bytes) {
      if (isFree(caller)) return NOTHING_COUNTED
      const today = bytes === 0 ? [] : storedInDay(caller.user.id)
      const [inAll] = storedInAll(caller.user.id)
      if (inAll === undefined) {
        const allowed = await spend(today, BigInt(bytes))
        return allowed.ok ? NOTHING_COUNTED : allowed
      }
      const reserved = reservationOf(inAll, BigInt(bytes), ids.next(clock.now()), clock.now())
      const exceeded = await allowances.reserve([inAll, ...today], reserved)
      if (exceeded) return err(refusalOfSpending(exceeded, BigInt(bytes)))
      return ok({
        noteOf: (added) => new Map([[reserved.key, textOf(reserved, BigInt(added))]]),
        settle: (added) => settle(keyValues, reserved, BigInt(added)),
      })
    },
    countForDay: async (caller, bytes) =>
      isFree(caller) || settings.storedBytesPerUserDay === 0
        ? FREE
        : daysBytes.open(caller.user.id, () => countingForDay(caller.user.id)).add(bytes),
    async storedOf(caller) {
      const [limited] = isFree(caller) ? [] : storedInAll(caller.user.id)
      return limited ? { used: Number(await allowances.used(limited)), limit: Number(limited.limit) } : null
    },
    async askForGas(caller) {
      if (isFree(caller)) return FREE
      const refusal = await refusalForGas(gasOf(caller.user.id), LEAST_GAS)
      return refusal ? err(refusal) : FREE
    },
    async askForDelivery(id) {
      const dropId = readId('drop', id)
      if (!dropId || settings.gasPerUserDay + settings.gasPerDay === 0) return FREE
      const now = clock.now()
      let known = answers.get(dropId)
      if (known === undefined || known.until <= now) {
        // A crowd that claims at once shares one read.
        const refusal = gasOfDrop(dropId).then((gas) => refusalForGas(gas, LEAST_GAS))
        refusal.catch(() => answers.delete(dropId))
        known = { until: now + CACHED_MS, refusal }
        if (answers.size >= MAX_CACHED) answers.clear()
        answers.set(dropId, known)
      }
      const refusal = await known.refusal
      return refusal ? err(refusal) : FREE
    },
  }
}

const MOST_COUNTED_TOGETHER = 100

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The approximate cost of a small transaction. With less gas left, nothing is started that needs a transaction. */
const LEAST_GAS = 10_000_000n

const isLimited = ({ identityProviderId }: User): boolean => identityProviderId !== ADMIN

/** Anonymous visitors are not users. Their requests are limited by network address. */
const isFree = ({ user, credential }: Caller): boolean =>
  credential.kind === 'system' || credential.kind === 'visitor' || !isLimited(user)

/** Refuses another open vault or unpaid payment intent. No waiting helps, so it is not `rate_limited`. */
export function tooManyOpen(of: Open, open: number, value: number): Refusal {
  const limit = of === 'vaults' ? 'openVaultsPerUser' : 'openIntentsPerUser'
  const [what, remedy] =
    of === 'vaults'
      ? ['drops whose vault is open or can still be opened', 'Cancel or delete a drop first']
      : ['unpaid payment intents', 'Pay or cancel one first']
  const message = `You have ${open} ${what}, and ${limit} is ${value}: another one is not possible. ${remedy}`
  return {
    kind: 'conflict',
    reason: 'LIMIT_REACHED',
    message,
    details: { limit, value, used: open, asked: 1 },
  }
}

/** No waiting helps here, so it is not `rate_limited`. */
function refusalForEver({ allowance, used }: Exceeded<UserAllowance>, asked: bigint): Refusal {
  const { name: limit, limit: value } = allowance
  const message = `You store ${used} bytes, and ${limit} is ${value}: ${asked} more do not fit. Delete files, webhooks or drops first`
  const details = { limit, value: Number(value), used: Number(used), asked: Number(asked) }
  return { kind: 'conflict', reason: 'LIMIT_REACHED', message, details }
}

function refusalOf(
  { allowance, used, resetsAt }: Exceeded<UserAllowance>,
  asked: bigint,
  now: Instant,
): LimitRefusal {
  const { name, limit, unit, windowMs } = allowance
  return {
    kind: 'rate_limited',
    limit: name,
    value: limit,
    used,
    asked,
    unit,
    window: windowMs === DAY_MS ? 'day' : 'hour',
    resetsAt,
    retryAfterMs: resetsAt - now,
  }
}
