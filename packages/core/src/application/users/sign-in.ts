import { type Address, parseAddress } from '../../domain/address.ts'
import { sessionSecret } from '../../domain/api-keys.ts'
import { hexHashOf } from '../../domain/encodings.ts'
import { idOf } from '../../domain/ids.ts'
import { HOUR_MS, type Instant, MINUTE_MS, parseIso, toIso } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import type { Caller, SignInChallenge, User } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import type { UserLimits } from '../user-limits.ts'
import { newUser, refuseLimitedKey } from './manage-users.ts'
import { drawSecret, hashSecret, openToken, sealToken } from './secrets.ts'

type SignInPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'random' | 'hashes' | 'wallets' | 'secrets'> & {
  readonly limits?: UserLimits | undefined
}

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS
/** The number of newest challenges that are stored per address and requester. */
const MAX_CHALLENGES = 8
/** Challenges of other requesters for the same address are tried too, because a device may change its network. */
const MOST_TRIED_OF_OTHERS = 4
/** Anyone may request challenges for any number of addresses, so a process stores only so many per requester and hour. */
const MAX_STORED_PER_HOUR = 20_000
const MAX_COUNTED_REQUESTERS = 100_000
const NONCE_BYTES = 16
/** The number of newest sessions that a user keeps. Signing in once more ends the oldest. */
const MAX_SESSIONS = 100
const MAX_MESSAGE_LENGTH = 1_024
const UNAUTHENTICATED: Refusal = { kind: 'unauthenticated' }

/** A wallet's answer to a challenge. */
export interface SignatureInput {
  readonly address: string
  readonly signature: string
  /** The message that was signed. Without it, the newest messages for this address are tried. */
  readonly message?: string
  /** The network address of the requester. */
  readonly requester?: string
}

/** A new session. */
export interface SignedIn {
  /** `ds_…`; shown once. */
  readonly token: string
  readonly expiresAt: Instant
  readonly user: User
}

/**
 * Makes a message for a wallet to sign. Every request gets a new one that is valid for its full lifetime, whatever others
 * request for the same address. The message proves by itself that the service made it. It is also stored for clients that
 * return only the signature: a few per address and requester, so that other requesters cannot displace them, if `stored`
 * allows more of this requester. `host` is the service's host; wallets show it, so that users see which site the signature is
 * for.
 */
export async function startSignIn(
  ports: SignInPorts,
  stored: StoredChallenges,
  input: {
    readonly address: string
    readonly host?: string
    /** The network address of the requester. */
    readonly requester?: string
  },
): Promise<Result<string, Refusal>> {
  const address = parseAddress(input.address, 'address')
  if (!address.ok) return address
  const now = ports.clock.now()
  const requester = requesterOf(ports, input.requester)
  const place = input.host === undefined ? 'Dropkit' : `Dropkit at ${input.host}`
  const terms = { place, address: address.value, issuedAt: toIso(now) }
  const nonce = sealToken(ports.secrets, ports.random.bytes(NONCE_BYTES), purposeOf(ports, terms))
  const message = messageOf(terms, nonce)
  const expiresAt = now + CHALLENGE_LIFETIME_MS
  const challenge = { nonce, address: address.value, message, expiresAt, usedAt: null, requester }
  if (!stored.mayAdd(requester, now)) return ok(message)
  const earlier = await ports.store.liveChallenges(address.value, {
    now,
    limit: 2 * MAX_CHALLENGES,
    requester,
  })
  const created = await ports.store.create({ insert: { challenges: [challenge] } })
  if (!created.ok) throw new Error('invariant broken: a nonce was drawn twice')
  const surplus = earlier.slice(MAX_CHALLENGES - 1).map((one) => one.nonce)
  if (surplus.length > 0) await ports.store.dropChallenges(surplus)
  return ok(message)
}

/** Counts in this process how many challenges of each requester were stored in the present hour. */
export interface StoredChallenges {
  /** Whether another one may be stored. Counts it. */
  mayAdd(requester: string, now: Instant): boolean
}

export function createStoredChallenges(maxPerHour = MAX_STORED_PER_HOUR): StoredChallenges {
  const counts = new Map<string, number>()
  let hour = 0
  return {
    mayAdd(requester, now) {
      if (requester === '') return true
      const current = Math.floor(now / HOUR_MS)
      if (current !== hour || counts.size >= MAX_COUNTED_REQUESTERS) counts.clear()
      hour = current
      const count = counts.get(requester) ?? 0
      counts.set(requester, count + 1)
      return count < maxPerHour
    },
  }
}

interface ChallengeTerms {
  readonly place: string
  readonly address: Address
  readonly issuedAt: string
}

const messageOf = ({ place, address, issuedAt }: ChallengeTerms, nonce: string): string =>
  `Sign in to ${place}\n\nAddress: ${address}\nNonce: ${nonce}\nIssued at: ${issuedAt}`

/** The nonce opens only for this message. */
const purposeOf = ({ hashes }: SignInPorts, terms: ChallengeTerms): string =>
  SEALED_FOR.challenge(hexHashOf(messageOf(terms, ''), hashes.sha256))

const MESSAGE = /^Sign in to ([^\n]+)\n\nAddress: (0x[0-9a-f]{64})\nNonce: (\S+)\nIssued at: (\S+)$/

/** The challenge in a message, if the service made it for this address and it has not expired. */
function readChallenge(
  ports: SignInPorts,
  address: Address,
  message: string,
  requester: string,
): SignInChallenge | undefined {
  const [, place, of, nonce, issuedAt] =
    message.length > MAX_MESSAGE_LENGTH ? [] : (MESSAGE.exec(message) ?? [])
  if (place === undefined || of !== address || nonce === undefined || issuedAt === undefined) return undefined
  const purpose = purposeOf(ports, { place, address, issuedAt })
  if (openToken(ports.secrets, nonce, purpose) === undefined) return undefined
  const expiresAt = parseIso(issuedAt) + CHALLENGE_LIFETIME_MS
  if (ports.clock.now() >= expiresAt) return undefined
  return { nonce, address, message, expiresAt, usedAt: null, requester }
}

/** Network addresses are stored only as hashes. */
const requesterOf = (ports: SignInPorts, address: string | undefined): string =>
  address === undefined ? '' : hexHashOf(address, ports.hashes.sha256).slice(0, 32)

/**
 * Verifies the signature and creates a session; the challenge is used up. An unknown wallet becomes a new user, unless too
 * many came from the requester's network address. With a caller, the wallet is linked to that user instead.
 */
export async function finishSignIn(
  ports: SignInPorts,
  settings: Settings,
  input: SignatureInput,
  caller: Caller | null,
): Promise<Result<SignedIn, Refusal>> {
  const address = parseAddress(input.address, 'address')
  if (!address.ok) return address
  const refusal = caller && (await refuseLimitedKey(ports, caller))
  if (refusal) return err(refusal)
  const signed = await challengeSigned(ports, address.value, input, caller)
  if (!signed.ok) return signed
  if (!(await ports.store.useChallenge(signed.value, ports.clock.now()))) return err(UNAUTHENTICATED)
  const user = caller
    ? await linkWallet(ports, caller, address.value)
    : await userOfWallet(ports, address.value, input.requester)
  return user.ok ? ok(await openSession(ports, settings, user.value)) : user
}

/** Ends the caller's session. */
export async function endSession(
  ports: Pick<Ports, 'store' | 'clock'>,
  { credential }: Caller,
): Promise<Result<null, Refusal>> {
  if (credential.kind !== 'session')
    return err({
      kind: 'conflict',
      reason: 'NO_SESSION',
      message: 'Only a session can be ended; an API key is revoked',
    })
  await ports.store.revokeSession(credential.id, ports.clock.now())
  return ok(null)
}

/** The challenge that the wallet has signed: the named one, or one of those stored for it. */
async function challengeSigned(
  ports: SignInPorts,
  address: Address,
  { signature, message, requester: from }: SignatureInput,
  caller: Caller | null,
): Promise<Result<SignInChallenge, Refusal>> {
  const sender = caller?.user.id ?? from ?? ''
  const requester = requesterOf(ports, from)
  const named = message === undefined ? undefined : readChallenge(ports, address, message, requester)
  const candidates = named ? [named] : await challengesFor(ports, address, requester)
  for (const challenge of candidates) {
    if (message !== undefined && challenge.message !== message) continue
    const isSigned = await ports.wallets.verify(address, challenge.message, signature, sender)
    if (!isSigned.ok) return isSigned
    if (isSigned.value) return ok(challenge)
  }
  return err(UNAUTHENTICATED)
}

/** Those of the same requester first. */
async function challengesFor(
  { store, clock }: SignInPorts,
  address: Address,
  requester: string,
): Promise<readonly SignInChallenge[]> {
  const now = clock.now()
  const own = await store.liveChallenges(address, { now, limit: MAX_CHALLENGES, requester })
  const all = await store.liveChallenges(address, { now, limit: MAX_CHALLENGES + MOST_TRIED_OF_OTHERS })
  const others = all.filter((one) => one.requester !== requester).slice(0, MOST_TRIED_OF_OTHERS)
  return [...own, ...others]
}

async function linkWallet(
  ports: SignInPorts,
  caller: Caller,
  wallet: Address,
): Promise<Result<User, Refusal>> {
  const taken: Refusal = { kind: 'conflict', reason: 'TAKEN', message: 'This wallet belongs to another user' }
  const changed = await ports.store.changeUser(caller.user.id, (user): Change<Result<User, Refusal>> => {
    if (user === null) return { result: err(UNAUTHENTICATED) }
    if (user.walletAddress === wallet) return { result: ok(user) }
    const linked = { ...user, walletAddress: wallet, updatedAt: ports.clock.now() }
    return { result: ok(linked), update: { users: [linked] } }
  })
  return changed.ok ? changed.value : err(taken)
}

async function userOfWallet(
  ports: SignInPorts,
  wallet: Address,
  requester: string | undefined,
): Promise<Result<User, Refusal>> {
  const known = await knownByWallet(ports, wallet)
  if (known) return ok(known)
  if (requester !== undefined) {
    const allowed = await ports.limits?.countNewUser(requesterOf(ports, requester))
    if (allowed?.ok === false) return allowed
  }
  const now = ports.clock.now()
  const uniquePart = ports.ids.next(now)
  const user: User = {
    ...newUser({ id: idOf('user', uniquePart), username: `w-${uniquePart.slice(-20)}` }, now),
    origin: 'wallet',
    identityProviderId: identityOf(wallet),
    walletAddress: wallet,
  }
  const created = await ports.store.create({ insert: { users: [user] } })
  if (created.ok) return ok(user)
  // The same wallet signed in at the same time on another device.
  const winner = await knownByWallet(ports, wallet)
  return winner
    ? ok(winner)
    : err({ kind: 'conflict', reason: 'BUSY', message: 'This wallet cannot sign in now; try again' })
}

/** The user with this wallet, or the user who was created by it and has linked another wallet since. */
const knownByWallet = async ({ store }: SignInPorts, wallet: Address): Promise<User | undefined> =>
  (await store.usersByWallet([wallet])).get(wallet) ?? (await store.userByIdentity(identityOf(wallet)))

const identityOf = (wallet: Address): string => `wallet:${wallet}`

async function openSession(ports: SignInPorts, settings: Settings, user: User): Promise<SignedIn> {
  const now = ports.clock.now()
  const token = drawSecret(ports.random, sessionSecret)
  const expiresAt = now + settings.sessionLifetimeMs
  const session = {
    id: idOf('session', ports.ids.next(now)),
    userId: user.id,
    secretHash: hashSecret(ports, token),
    expiresAt,
    revokedAt: null,
    createdAt: now,
  }
  const created = await ports.store.create({ insert: { sessions: [session] } })
  if (!created.ok) throw new Error('invariant broken: a random secret was drawn twice')
  await ports.store.keepNewestSessions(user.id, MAX_SESSIONS)
  return { token, expiresAt, user }
}
