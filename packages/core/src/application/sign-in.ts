import { type Address, parseAddress } from '../domain/address.ts'
import { SECRET_ENTROPY_BYTES, sessionSecret } from '../domain/api-key-secret.ts'
import { hexOfBytes } from '../domain/draw-verifier.ts'
import { idOf } from '../domain/ids.ts'
import { type Instant, MINUTE_MS, toIso } from '../domain/instant.ts'
import type { Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import type { Caller, User } from '../domain/user.ts'
import type { Change, Ports } from '../ports/index.ts'
import { newUser } from './create-user.ts'
import { hashSecret } from './hash-secret.ts'
import type { Settings } from './settings.ts'

type SignInPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'random' | 'hashes' | 'wallets'>

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS
const NONCE_BYTES = 16
const UNAUTHENTICATED: Refusal = { kind: 'unauthenticated' }

export interface SignedIn {
  /** `ds_…`; shown once. */
  readonly token: string
  readonly expiresAt: Instant
  readonly user: User
}

/**
 * The message that a wallet signs to prove it is there. While one is out, asking again gives the same one: nobody
 * spoils another's sign-in by asking in its name.
 */
export async function startSignIn(
  ports: SignInPorts,
  input: { readonly address: string },
): Promise<Result<string, Refusal>> {
  const address = parseAddress(input.address, 'address')
  if (!address.ok) return address
  const now = ports.clock.now()
  const live = await ports.store.liveChallenge(address.value, now)
  if (live && live.expiresAt - now > CHALLENGE_LIFETIME_MS / 2) return ok(live.message)
  const nonce = hexOfBytes(ports.random.bytes(NONCE_BYTES))
  const message = `Sign in to Dropkit\n\nAddress: ${address.value}\nNonce: ${nonce}\nIssued at: ${toIso(now)}`
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
  const challenge = await ports.store.liveChallenge(address.value, ports.clock.now())
  if (!challenge) return err(UNAUTHENTICATED)
  const isTheirs = await ports.wallets.verify(address.value, challenge.message, input.signature)
  if (!isTheirs || !(await ports.store.useChallenge(challenge.nonce, ports.clock.now())))
    return err(UNAUTHENTICATED)
  const user = caller
    ? await linkWallet(ports, caller, address.value)
    : await userOfWallet(ports, address.value)
  return user.ok ? ok(await openSession(ports, settings, user.value)) : user
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
  const known = (await ports.store.usersByWallet([wallet])).get(wallet)
  if (known) return ok(known)
  const now = ports.clock.now()
  const uniquePart = ports.ids.next(now)
  const user: User = {
    ...newUser({ id: idOf('user', uniquePart), username: `w-${uniquePart.slice(-20)}` }, now),
    origin: 'wallet',
    identityProviderId: `wallet:${wallet}`,
    walletAddress: wallet,
  }
  const created = await ports.store.create({ insert: { users: [user] } })
  if (created.ok) return ok(user)
  // Somebody with the same wallet was quicker: the same person on two devices.
  const winner = (await ports.store.usersByWallet([wallet])).get(wallet)
  return winner ? ok(winner) : err({ kind: 'conflict', message: 'This wallet cannot sign in now; try again' })
}

async function openSession(ports: SignInPorts, settings: Settings, user: User): Promise<SignedIn> {
  const now = ports.clock.now()
  const token = drawToken(ports)
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

function drawToken(ports: Pick<Ports, 'random'>): string {
  for (;;) {
    const token = sessionSecret(ports.random.bytes(SECRET_ENTROPY_BYTES))
    if (token !== undefined) return token
  }
}
