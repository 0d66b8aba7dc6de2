import { type Address, parseAddress } from '../../domain/address.ts'
import { sessionSecret } from '../../domain/api-key-secret.ts'
import { hexOfBytes } from '../../domain/draw-verifier.ts'
import { idOf } from '../../domain/ids.ts'
import { type Instant, MINUTE_MS, toIso } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller, SignInChallenge, User } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import type { Settings } from '../settings.ts'
import { newUser } from './create-user.ts'
import { drawSecret } from './draw-secret.ts'
import { hashSecret } from './hash-secret.ts'
import { refuseLimitedKey } from './refuse-limited-key.ts'

type SignInPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'random' | 'hashes' | 'wallets'>

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS
/** So many challenges of an address may be open, each for a device of its own. */
const MAX_OPEN = 5
/** And so many are tried, for those who ask at the same instant may get a few more. */
const MAX_TRIED = 8
const NONCE_BYTES = 16
const UNAUTHENTICATED: Refusal = { kind: 'unauthenticated' }

/** A session that has begun. */
export interface SignedIn {
  /** `ds_…`; shown once. */
  readonly token: string
  readonly expiresAt: Instant
  readonly user: User
}

/**
 * The message that a wallet signs to prove it is there: whoever asks gets one of its own, and those before it stay
 * good. Once many are open, one of them is given again: who asks in another's name neither spoils what is open nor
 * fills the store. `host` is where the service is reached: a wallet shows it, so that whoever is led to sign for another
 * site can see that it is not the one before their eyes.
 */
export async function startSignIn(
  ports: SignInPorts,
  input: { readonly address: string; readonly host?: string },
): Promise<Result<string, Refusal>> {
  const address = parseAddress(input.address, 'address')
  if (!address.ok) return address
  const now = ports.clock.now()
  const open = await ports.store.liveChallenges(address.value, now, MAX_TRIED)
  const last = open.at(-1)
  if (last && open.length >= MAX_OPEN) {
    const isGoodForLong = last.expiresAt - now > CHALLENGE_LIFETIME_MS / 2
    if (isGoodForLong || open.length === MAX_TRIED) return ok(last.message)
  }
  const nonce = hexOfBytes(ports.random.bytes(NONCE_BYTES))
  const place = input.host === undefined ? 'Dropkit' : `Dropkit at ${input.host}`
  const message = `Sign in to ${place}\n\nAddress: ${address.value}\nNonce: ${nonce}\nIssued at: ${toIso(now)}`
  const challenge = {
    nonce,
    address: address.value,
    message,
    expiresAt: now + CHALLENGE_LIFETIME_MS,
    usedAt: null,
  }
  const created = await ports.store.create({ insert: { challenges: [challenge] } })
  if (!created.ok) throw new Error('invariant broken: a nonce was drawn twice')
  return ok(message)
}

/**
 * Checks the signature and opens a session; the challenge is used up. A wallet seen for the first time becomes a user.
 * With a caller, the wallet is linked to that user instead.
 */
export async function finishSignIn(
  ports: SignInPorts,
  settings: Settings,
  input: { readonly address: string; readonly signature: string },
  caller: Caller | null,
): Promise<Result<SignedIn, Refusal>> {
  const address = parseAddress(input.address, 'address')
  if (!address.ok) return address
  const refusal = caller && (await refuseLimitedKey(ports, caller))
  if (refusal) return err(refusal)
  const signed = await challengeSigned(ports, address.value, input.signature)
  if (!signed.ok) return signed
  if (!(await ports.store.useChallenge(signed.value.nonce, ports.clock.now()))) return err(UNAUTHENTICATED)
  const user = caller
    ? await linkWallet(ports, caller, address.value)
    : await userOfWallet(ports, address.value)
  return user.ok ? ok(await openSession(ports, settings, user.value)) : user
}

/** Signing out: the session with which the caller came is good for nothing from now on. */
export async function endSession(
  ports: Pick<Ports, 'store' | 'clock'>,
  { credential }: Caller,
): Promise<Result<null, Refusal>> {
  if (credential.kind !== 'session')
    return err({ kind: 'conflict', message: 'Only a session can be ended; an API key is revoked' })
  await ports.store.revokeSession(credential.id, ports.clock.now())
  return ok(null)
}

/** Which of the open messages the wallet has signed. */
async function challengeSigned(
  ports: SignInPorts,
  address: Address,
  signature: string,
): Promise<Result<SignInChallenge, Refusal>> {
  for (const challenge of await ports.store.liveChallenges(address, ports.clock.now(), MAX_TRIED)) {
    const isSigned = await ports.wallets.verify(address, challenge.message, signature)
    if (!isSigned.ok) return isSigned
    if (isSigned.value) return ok(challenge)
  }
  return err(UNAUTHENTICATED)
}

async function linkWallet(
  ports: SignInPorts,
  caller: Caller,
  wallet: Address,
): Promise<Result<User, Refusal>> {
  const taken: Refusal = { kind: 'conflict', message: 'This wallet belongs to another user' }
  const changed = await ports.store.changeUser(caller.user.id, (user): Change<Result<User, Refusal>> => {
    if (user === null) return { result: err(UNAUTHENTICATED) }
    if (user.walletAddress === wallet) return { result: ok(user) }
    const linked = { ...user, walletAddress: wallet, updatedAt: ports.clock.now() }
    return { result: ok(linked), update: { users: [linked] } }
  })
  return changed.ok ? changed.value : err(taken)
}

async function userOfWallet(ports: SignInPorts, wallet: Address): Promise<Result<User, Refusal>> {
  const known = await knownByWallet(ports, wallet)
  if (known) return ok(known)
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
  // Somebody with the same wallet was quicker: the same person on two devices.
  const winner = await knownByWallet(ports, wallet)
  return winner ? ok(winner) : err({ kind: 'conflict', message: 'This wallet cannot sign in now; try again' })
}

/** The user who has the wallet, else the one who came by it and has linked another since. */
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
  return { token, expiresAt, user }
}
