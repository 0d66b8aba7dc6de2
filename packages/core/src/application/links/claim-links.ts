import { type Amount, parsePositiveAmount } from '../../domain/amount.ts'
import {
  type ClaimLinkId,
  claimLinkSeedMessage,
  MAX_CLAIM_LINKS,
  MAX_REVOKED_LINKS,
  newClaimLink,
  parseClaimLinkIds,
  readClaimLinkId,
  type UsedClaimLink,
} from '../../domain/claim-link.ts'
import type { BriefDrop } from '../../domain/drop.ts'
import { parseInstant } from '../../domain/drop-terms.ts'
import { toBase64Url } from '../../domain/encodings.ts'
import { type DropId, readId } from '../../domain/ids.ts'
import { type Instant, toIso } from '../../domain/instant.ts'
import { canRead } from '../../domain/ownership.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import { createSortedBatches } from '../../domain/slices.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, Effect, Ports } from '../../ports/index.ts'
import { type PageInput, parsePage } from '../parse-input.ts'
import { findDropToChange, findOwnDrop } from '../read-records.ts'
import { BYTES_OF_A_LINK } from '../store-wrappers.ts'

/** The requested links: either `publicKeys` or `count`. */
export interface CreateClaimLinksInput {
  readonly dropId: string
  /** Ed25519 public keys, base64url. The caller has generated and keeps the private keys. */
  readonly publicKeys?: readonly string[] | null | undefined
  /** The number of links whose keys the service generates. */
  readonly count?: number | null | undefined
  /** The amount of each link, as a decimal string. Default: the drop or the claimer decides. */
  readonly amount?: string | null | undefined
  readonly expiresAt?: Instant | null | undefined
}

/** The new links. */
export interface NewClaimLinks {
  readonly drop: BriefDrop
  readonly count: number
  /** The private keys in base64url, shown once. Null if the caller supplied the keys. */
  readonly keys: NewLinkKeys | null
}

/** All private keys are derived from the secret: key n is the HMAC-SHA256 of `claimLinkSeedMessage(n)` with it. */
export interface NewLinkKeys {
  readonly secret: string
  privateKeys(): readonly string[]
}

type LinkPorts = Pick<Ports, 'store' | 'clock' | 'random' | 'hashes' | 'secrets' | 'linkKeys'>

export const NO_LINK_KEYS: Refusal = {
  kind: 'conflict',
  reason: 'LINKS_OFF',
  message: 'This service has no claim links',
}

const SECRET_BYTES = 32
/** Links per transaction. Claims are committed in between. */
const LINKS_AT_ONCE = 1_000

/**
 * Creates links on the caller's drop, some per transaction, so that claims do not wait for all of them. If the call breaks
 * off, some of its links may exist. A public key that the drop already has keeps its terms, so a call with public keys can
 * be repeated.
 */
export async function createClaimLinks(
  ports: LinkPorts,
  caller: Caller,
  input: CreateClaimLinksInput,
): Promise<Result<NewClaimLinks, Refusal>> {
  const { linkKeys } = ports
  if (linkKeys === undefined) return err(NO_LINK_KEYS)
  const asked = parseAsked(input)
  if (!asked.ok) return asked
  const own = await findDropToChange(ports, caller, input.dropId)
  if (!own.ok) return own
  const drop = own.value
  const createdAt = ports.clock.now()
  const terms = parseTerms(input, drop, createdAt)
  if (!terms.ok) return terms

  const secret = asked.value.publicKeys === null ? ports.random.bytes(SECRET_BYTES) : null
  const ids =
    asked.value.publicKeys ??
    ((await linkKeys.publicKeysOf(
      privateKeysOf(ports, secret ?? new Uint8Array(), asked.value.count),
    )) as readonly ClaimLinkId[])
  const shownOnce = secret && ports.secrets.seal(secret, SEALED_FOR.secret(secretName(drop.id)))
  const effect = { kind: 'links', id: secretName(drop.id), ...(shownOnce ? { shownOnce } : {}) }
  const sorted = createSortedBatches<ClaimLinkId>({ size: LINKS_AT_ONCE, prefixLength: 1 })
  for (const id of ids) sorted.add(id)
  let left = ids.length
  for (const batch of sorted.batches()) {
    left -= batch.length
    const insert = {
      claimLinks: batch.map((id) => newClaimLink(id, { ...terms.value, dropId: drop.id, createdAt })),
    }
    // The call has taken effect when its last links are committed.
    const created = await ports.store.create(left === 0 ? { insert, effect } : { insert })
    if (!created.ok) throw new Error('invariant broken: links take no unique value')
  }
  return ok({ drop, count: ids.length, keys: secret && newKeys(ports, secret, ids.length) })
}

const newKeys = (ports: Pick<Ports, 'hashes'>, secret: Uint8Array, count: number): NewLinkKeys => ({
  secret: toBase64Url(secret),
  privateKeys: () => Array.from(privateKeysOf(ports, secret, count), toBase64Url),
})

function* privateKeysOf(
  { hashes }: Pick<Ports, 'hashes'>,
  secret: Uint8Array,
  count: number,
): Generator<Uint8Array, void, undefined> {
  for (let n = 1; n <= count; n++) yield hashes.hmacSha256(secret, claimLinkSeedMessage(n))
}

/** Rebuilds the answer of a call whose answer was lost. */
export async function recoverClaimLinks(
  ports: Pick<Ports, 'store' | 'secrets' | 'hashes'>,
  input: CreateClaimLinksInput,
  { shownOnce }: Effect,
): Promise<Result<NewClaimLinks, Refusal>> {
  const dropId = readId('drop', input.dropId)
  const drop = dropId && (await ports.store.dropForSettlement(dropId))
  if (!drop) return err(notFound('Drop'))
  const count = input.publicKeys?.length ?? input.count ?? 0
  const secret =
    shownOnce === undefined ? null : ports.secrets.open(shownOnce, SEALED_FOR.secret(secretName(drop.id)))
  return ok({ drop, count, keys: secret && newKeys(ports, secret, count) })
}

/** The approximate number of bytes that a call adds to the store. */
export const bytesOfLinks = ({ count, publicKeys }: CreateClaimLinksInput): number =>
  BYTES_OF_A_LINK * Math.max(1, Math.min(MAX_CLAIM_LINKS, Math.trunc(publicKeys?.length ?? count ?? 1) || 1))

const secretName = (dropId: DropId): string => `claim links of ${dropId}`

type Asked =
  | { readonly publicKeys: readonly ClaimLinkId[]; readonly count: number }
  | { readonly publicKeys: null; readonly count: number }

function parseAsked({ publicKeys, count }: CreateClaimLinksInput): Result<Asked, Refusal> {
  if ((publicKeys == null) === (count == null))
    return err(badInput('count', 'CONTRADICTION', 'Give either publicKeys or count'))
  if (publicKeys != null) {
    const ids = parseClaimLinkIds(publicKeys, 'publicKeys', MAX_CLAIM_LINKS)
    return ids.ok ? ok({ publicKeys: ids.value, count: ids.value.length }) : ids
  }
  if (count != null && Number.isInteger(count) && count >= 1 && count <= MAX_CLAIM_LINKS)
    return ok({ publicKeys: null, count })
  return err(
    badInput('count', 'OUT_OF_RANGE', `count must be a whole number from 1 to ${MAX_CLAIM_LINKS}`, {
      least: 1,
      most: MAX_CLAIM_LINKS,
    }),
  )
}

interface Terms {
  readonly amount: Amount | null
  readonly expiresAt: Instant | null
}

function parseTerms(input: CreateClaimLinksInput, drop: BriefDrop, now: Instant): Result<Terms, Refusal> {
  const amount = input.amount == null ? ok(null) : parsePositiveAmount(input.amount, 'amount')
  if (!amount.ok) return amount
  const expiresAt = parseInstant(input.expiresAt, 'expiresAt')
  if (!expiresAt.ok) return expiresAt
  if (expiresAt.value !== null && expiresAt.value <= now)
    return err(
      badInput('expiresAt', 'NOT_IN_FUTURE', `expiresAt must be in the future; it is ${toIso(now)} now`, {
        now: toIso(now),
      }),
    )
  if (drop.price !== null)
    return err({
      kind: 'conflict',
      reason: 'FREE_DROPS_ONLY',
      message: 'Claim links are for free drops; this drop has a price',
    })
  if (drop.lottery !== null) {
    const message =
      'Claim links are for drops with admission FIRST_COME: in a lottery, only drawn wallets claim'
    return err(badInput('dropId', 'NOT_FOR_THIS_DROP', message))
  }
  const misfit = amount.value === null ? undefined : refusalOfAmount(amount.value, drop)
  return misfit ? err(misfit) : ok({ amount: amount.value, expiresAt: expiresAt.value })
}

function refusalOfAmount(amount: Amount, { award, pool }: BriefDrop): Refusal | undefined {
  if (award.kind === 'random')
    return badInput('amount', 'NOT_FOR_THIS_DROP', 'This drop draws its amounts at random: leave amount out')
  if (award.kind === 'fixed' && amount !== award.amount)
    return badInput(
      'amount',
      'NOT_FOR_THIS_DROP',
      `This drop gives ${award.amount} to each claim: leave amount out`,
    )
  return amount > pool
    ? badInput('amount', 'MORE_THAN_POOL', `amount may not exceed maxAmount, which is ${pool}`, {
        pool: String(pool),
      })
    : undefined
}

/** A link by its id, which only its maker and its holder know. Undefined if it does not exist. */
export async function readClaimLink(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  input: { readonly dropId: string; readonly id: string },
): Promise<UsedClaimLink | undefined> {
  const dropId = readId('drop', input.dropId)
  const id = readClaimLinkId(input.id)
  const dropState = dropId && id && (await store.dropState(dropId, { linkIds: [id] }))
  return dropState && dropState.drop.deletedAt === null && canRead(caller, dropState.drop)
    ? dropState.links.get(id)
    : undefined
}

/** The links of the caller's drop, newest first, one page. */
export async function listClaimLinks(
  { store }: Pick<Ports, 'store'>,
  caller: Caller,
  { dropId: id, ...input }: PageInput & { readonly dropId: string },
): Promise<Result<readonly UsedClaimLink[], Refusal>> {
  const page = parsePage(input, readClaimLinkId)
  if (!page.ok) return page
  const own = await findOwnDrop({ store }, caller, id)
  return own.ok ? ok(await store.listClaimLinks(own.value.id, page.value)) : own
}

/**
 * Revokes links and returns how many were not revoked before. The claim of a used link stays; if that claim is released,
 * the link cannot be used again.
 */
export async function revokeClaimLinks(
  ports: Pick<Ports, 'store' | 'clock'>,
  caller: Caller,
  input: { readonly dropId: string; readonly ids: readonly string[] },
): Promise<Result<number, Refusal>> {
  const ids = parseClaimLinkIds(input.ids, 'ids', MAX_REVOKED_LINKS)
  if (!ids.ok) return ids
  const own = await findDropToChange(ports, caller, input.dropId)
  if (!own.ok) return own
  const changed = await ports.store.changeDrop(
    own.value.id,
    { linkIds: ids.value },
    (dropState): Change<Result<number, Refusal>> => {
      if (dropState?.drop.deletedAt !== null) return { result: err(notFound('Drop')) }
      const unknown = ids.value.find((id: ClaimLinkId) => !dropState.links.has(id))
      if (unknown !== undefined) return { result: err(notFound('Claim link')) }
      const revokedAt = ports.clock.now()
      const revoked = [...dropState.links.values()]
        .filter(({ link }) => link.revokedAt === null)
        .map(({ link }) => ({ ...link, revokedAt }))
      return {
        result: ok(revoked.length),
        ...(revoked.length > 0
          ? { update: { claimLinks: revoked }, effect: { kind: 'drop', id: own.value.id } }
          : {}),
      }
    },
  )
  if (!changed.ok) throw new Error('invariant broken: revoking takes no unique value')
  return changed.value
}
