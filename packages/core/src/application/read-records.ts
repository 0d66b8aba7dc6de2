import { parseAddress } from '../domain/address.ts'
import { isPublicCaller } from '../domain/api-keys.ts'
import type { Claim, ClaimStatus } from '../domain/claim.ts'
import type { BriefDrop, Drop, DropStatus } from '../domain/drop.ts'
import { type ClaimPlace, type DropId, readClaimId, readId } from '../domain/ids.ts'
import { canRead, refusalToChange } from '../domain/ownership.ts'
import type { PaymentIntent, PaymentIntentStatus } from '../domain/payment/payment-intent.ts'
import type { Payout } from '../domain/payment/transfer.ts'
import { FORBIDDEN, notFound, type Refusal } from '../domain/refusal.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { parseShortcode } from '../domain/text.ts'
import type { Token } from '../domain/token.ts'
import type { Caller, User } from '../domain/user.ts'
import type { DropFilter, Ports } from '../ports/index.ts'
import { type PageInput, parsePage } from './parse-input.ts'

type ReadPorts = Pick<Ports, 'store'>

/** A drop that the caller may read; undefined if it does not exist or the caller may not see it. */
export const readDrop = ({ store }: ReadPorts, caller: Caller, id: string): Promise<Drop | undefined> =>
  readableDrop((ids) => store.drops(ids), caller, id)

/** The same, without long values. */
export const readBriefDrop = (
  { store }: ReadPorts,
  caller: Caller,
  id: string,
): Promise<BriefDrop | undefined> => readableDrop((ids) => store.briefDrops(ids), caller, id)

async function readableDrop<D extends BriefDrop>(
  read: (ids: readonly DropId[]) => Promise<ReadonlyMap<DropId, D>>,
  caller: Caller,
  id: string,
): Promise<D | undefined> {
  const dropId = readId('drop', id)
  const drop = dropId && (await read([dropId])).get(dropId)
  return drop && canRead(caller, drop) ? drop : undefined
}

/** The same, as a refusal if there is none. */
export async function findDrop(
  ports: ReadPorts,
  caller: Caller,
  id: string,
): Promise<Result<BriefDrop, Refusal>> {
  const drop = await readBriefDrop(ports, caller, id)
  return drop ? ok(drop) : err(notFound('Drop'))
}

/** One of the caller's drops, to read about it. Another user's drop is forbidden, or not found if the caller may not read it. */
export async function findOwnDrop(
  ports: ReadPorts,
  caller: Caller,
  id: string,
): Promise<Result<BriefDrop, Refusal>> {
  const found = await findDrop(ports, caller, id)
  if (!found.ok) return found
  const forbidden = refusalToChange(caller, found.value.creatorId)
  return forbidden ? err(forbidden) : found
}

/** One of the caller's drops, for a change of it. Another user's drop is forbidden, even a DRAFT that the caller may not read. */
export async function findDropToChange(
  { store }: ReadPorts,
  caller: Caller,
  id: string,
): Promise<Result<BriefDrop, Refusal>> {
  const dropId = readId('drop', id)
  const drop = dropId && (await store.briefDrops([dropId])).get(dropId)
  if (!drop) return err(notFound('Drop'))
  const forbidden = refusalToChange(caller, drop.creatorId)
  return forbidden ? err(forbidden) : ok(drop)
}

export async function readDropByShortcode(
  ports: ReadPorts,
  caller: Caller,
  shortcode: string,
): Promise<BriefDrop | undefined> {
  const parsed = parseShortcode(shortcode, 'shortcode')
  const drop = parsed.ok ? await ports.store.dropByShortcode(parsed.value) : undefined
  return drop && canRead(caller, drop) ? drop : undefined
}

/** Filters drops. Missing fields do not restrict the result. */
export interface DropFilterInput extends Omit<DropFilter, 'status' | 'isPublic'> {
  readonly status?: DropStatus | undefined
}

export async function listDrops(
  ports: Pick<Ports, 'store' | 'clock'>,
  caller: Caller,
  { status, ...filter }: DropFilterInput,
  input: PageInput,
): Promise<Result<readonly BriefDrop[], Refusal>> {
  const page = parsePage(input, (id) => readId('drop', id))
  if (!page.ok) return page
  // No id and no community contains NUL, and Postgres does not accept it in a text.
  if (Object.values(filter).some((text) => text?.includes('\u0000'))) return ok([])
  const wanted = { ...filter, status: status && { is: status, at: ports.clock.now() } }
  return ok(await ports.store.listDrops(wanted, caller.user.id, page.value))
}

export async function readToken(ports: ReadPorts, id: string): Promise<Token | undefined> {
  const tokenId = readId('token', id)
  return tokenId && (await ports.store.tokens([tokenId])).get(tokenId)
}

export async function listTokens(
  ports: ReadPorts,
  input: PageInput,
): Promise<Result<readonly Token[], Refusal>> {
  const page = parsePage(input, (id) => readId('token', id))
  return page.ok ? ok(await ports.store.listTokens(page.value)) : page
}

export async function readUser(ports: ReadPorts, id: string): Promise<User | undefined> {
  const userId = readId('user', id)
  return userId && (await ports.store.users([userId])).get(userId)
}

export async function listUsers(
  ports: ReadPorts,
  input: PageInput,
): Promise<Result<readonly User[], Refusal>> {
  const page = parsePage(input, (id) => readId('user', id))
  return page.ok ? ok(await ports.store.listUsers(page.value)) : page
}

/** A claim on a drop that the caller may read, or the caller's own claim on a deleted drop. */
export async function readClaim(ports: ReadPorts, caller: Caller, id: string): Promise<Claim | undefined> {
  const place = readClaimId(id)
  const claim = place && (await ports.store.claims([place])).get(id)
  if (!claim) return undefined
  const drop = (await ports.store.briefDrops([claim.dropId])).get(claim.dropId)
  return (drop ? canRead(caller, drop) : concerns(claim, caller)) ? claim : undefined
}

const concerns = (claim: Claim, { user }: Caller): boolean =>
  claim.creatorId === user.id || claim.callerId === user.id || claim.claimer === user.walletAddress

/** Filters claims, as the caller wrote it. Missing fields do not restrict the result. */
export interface ClaimFilterInput {
  readonly dropId?: string | null | undefined
  readonly status?: ClaimStatus | null | undefined
  readonly userAddress?: string | null | undefined
}

/**
 * All claims on one drop. Without a drop: the caller's own claims and those on the caller's drops. A caller without a
 * user must name a drop.
 */
export async function listClaims(
  ports: ReadPorts,
  caller: Caller,
  filter: ClaimFilterInput,
  input: PageInput,
): Promise<Result<readonly Claim[], Refusal>> {
  const dropId = filter.dropId == null ? undefined : readId('drop', filter.dropId)
  const page = parsePage<ClaimPlace>(input, (after) => {
    const place = readClaimId(after)
    return filter.dropId == null || place?.dropId === dropId ? place : undefined
  })
  if (!page.ok) return page
  const claimer = filter.userAddress == null ? ok(undefined) : parseAddress(filter.userAddress, 'userAddress')
  if (!claimer.ok) return claimer
  const wanted = { status: filter.status ?? undefined, claimer: claimer.value }
  const concerning = { userId: caller.user.id, wallet: caller.user.walletAddress }
  if (filter.dropId == null && isPublicCaller(caller)) return err(FORBIDDEN)
  if (filter.dropId == null) return ok(await ports.store.listClaims({ ...wanted, concerning }, page.value))

  if (!dropId) return ok([])
  const drop = await readBriefDrop(ports, caller, dropId)
  const visible = drop ? {} : { concerning }
  return ok(await ports.store.listClaims({ ...wanted, ...visible, dropId }, page.value))
}

/** Filters payment intents, as the caller wrote it. Missing fields do not restrict the result. */
export interface PaymentFilterInput {
  readonly dropId?: string | null | undefined
  readonly status?: PaymentIntentStatus | null | undefined
}

/** Intents that the caller made, and those on the caller's drops. */
export async function listPaymentIntents(
  ports: ReadPorts,
  caller: Caller,
  { dropId: id, status, ...input }: PageInput & PaymentFilterInput,
): Promise<Result<readonly PaymentIntent[], Refusal>> {
  const page = parsePage(input, (after) => readId('intent', after))
  if (!page.ok) return page
  const dropId = id == null ? undefined : readId('drop', id)
  if (id != null && dropId === undefined) return ok([])
  const only = { dropId, status: status ?? undefined }
  return ok(await ports.store.listPaymentIntents(caller.user.id, page.value, only))
}

/** The payouts of one of the caller's drops, newest first. */
export async function listPayouts(
  { store }: ReadPorts,
  caller: Caller,
  { dropId: id, ...input }: PageInput & { readonly dropId: string },
): Promise<Result<readonly Payout[], Refusal>> {
  const page = parsePage(input, (after) => readId('payout', after))
  if (!page.ok) return page
  const dropId = readId('drop', id)
  return ok(dropId ? await store.listPayouts(caller.user.id, dropId, page.value) : [])
}
