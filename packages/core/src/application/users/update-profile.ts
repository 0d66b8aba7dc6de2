import type { BriefDrop, DropStatus } from '../../domain/drop.ts'
import { readId } from '../../domain/ids.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import {
  parseColor,
  parsePictureUrl,
  parseProfileLinks,
  parseText,
  parseUsername,
} from '../../domain/text.ts'
import { type Caller, NOBODY, type User } from '../../domain/user.ts'
import type { Change, DropFilter, Ports } from '../../ports/index.ts'
import { refusePicture } from '../files/manage-files.ts'
import { type PageInput, parsePage } from '../parse-input.ts'

const PICTURES = ['avatar', 'logo', 'cover'] as const

/** The fields of a profile that its user can change, each with what parses it. */
const FIELDS = {
  displayName: (text: string) => parseText(text, 'displayName', { min: 1, max: 80 }),
  bio: (text: string) => parseText(text, 'bio', { min: 0, max: 1_000, multiline: true }),
  avatar: (text: string) => parsePictureUrl(text, 'avatar'),
  logo: (text: string) => parsePictureUrl(text, 'logo'),
  cover: (text: string) => parsePictureUrl(text, 'cover'),
  accentColor: (text: string) => parseColor(text, 'accentColor'),
} as const

type Field = keyof typeof FIELDS

/** Missing fields stay as they are; null clears a field. */
export type UpdateProfileInput = { readonly [Name in Field]?: string | null | undefined } & {
  readonly links?: readonly string[] | null | undefined
}

export async function updateProfile(
  ports: Pick<Ports, 'store' | 'clock'>,
  caller: Caller,
  input: UpdateProfileInput,
): Promise<Result<User, Refusal>> {
  const changes: { [Name in Field]?: string | null } & { links?: readonly string[] } = {}
  for (const [field, parse] of Object.entries(FIELDS) as [Field, (typeof FIELDS)[Field]][]) {
    const text = input[field]
    if (text === undefined) continue
    const parsed = text ? parse(text) : ok(null)
    if (!parsed.ok) return parsed
    changes[field] = parsed.value
  }
  if (input.links !== undefined) {
    const links = parseProfileLinks(input.links ?? [])
    if (!links.ok) return links
    changes.links = links.value
  }
  for (const field of PICTURES) {
    const noPicture = await refusePicture(ports, input[field], field)
    if (noPicture) return err(noPicture)
  }
  const changed = await ports.store.changeUser(caller.user.id, (user): Change<Result<User, Refusal>> => {
    if (user === null) return { result: err(notFound('User')) }
    const updated: User = { ...user, ...changes, updatedAt: ports.clock.now() }
    return { result: ok(updated), update: { users: [updated] }, effect: { kind: 'user', id: updated.id } }
  })
  if (!changed.ok) throw new Error('invariant broken: a profile has no unique field of its own')
  return changed.value
}

/** The parts of a creator's page. */
export type DropPhase = 'LIVE' | 'SCHEDULED' | 'ENDED'

const STATUSES: { readonly [Phase in DropPhase]: readonly DropStatus[] } = {
  LIVE: ['ACTIVE', 'PAUSED'],
  SCHEDULED: ['SCHEDULED'],
  ENDED: ['SOLD_OUT', 'ENDED'],
}

/**
 * The user with this name, if there is a public drop (`isPublicDrop`) of this user. Other users are not found, so that
 * callers cannot find out who has an account.
 */
export async function readCreator(ports: Pick<Ports, 'store'>, username: string): Promise<User | undefined> {
  const creator = await userOf(ports, username)
  const [some] = await ports.store.listDrops(publicOf(creator), NOBODY.id, { limit: 1 })
  return some && creator
}

/** A creator's public drops, newest first: of one phase or of all. */
export async function listPublicDrops(
  ports: Pick<Ports, 'store' | 'clock'>,
  {
    username,
    phase,
    ...input
  }: PageInput & { readonly username: string; readonly phase?: DropPhase | null | undefined },
): Promise<Result<readonly BriefDrop[], Refusal>> {
  const page = parsePage(input, (id) => readId('drop', id))
  if (!page.ok) return page
  const creator = await userOf(ports, username)
  const at = ports.clock.now()
  const filters: readonly DropFilter[] = phase ? STATUSES[phase].map((is) => ({ status: { is, at } })) : [{}]
  const lists = await Promise.all(
    filters.map((filter) =>
      ports.store.listDrops({ ...publicOf(creator), ...filter }, NOBODY.id, page.value),
    ),
  )
  const newestFirst = lists.flat().sort((one, other) => (one.id < other.id ? 1 : -1))
  return ok(newestFirst.slice(0, page.value.limit))
}

/** Without a creator: a search that finds nothing, so that the time of an answer does not tell who has an account. */
const publicOf = (creator: User | undefined): DropFilter => ({
  creatorId: (creator ?? NOBODY).id,
  isPublic: true,
})

async function userOf({ store }: Pick<Ports, 'store'>, text: string): Promise<User | undefined> {
  const username = parseUsername(typeof text === 'string' ? text.toLowerCase() : text, 'username')
  return username.ok ? store.userByUsername(username.value) : undefined
}
