import { parseProfileLinks } from '../../domain/profile-links.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseColor, parsePictureUrl, parseText } from '../../domain/text.ts'
import type { Caller, User } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import { refusePicture } from '../files/refuse-picture.ts'

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
