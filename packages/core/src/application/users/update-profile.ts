import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parsePictureUrl, parseText } from '../../domain/text.ts'
import type { Caller, User } from '../../domain/user.ts'
import type { Change, Ports } from '../../ports/index.ts'
import { refusePicture } from '../files/refuse-picture.ts'

/** Missing fields stay as they are; null clears a field. */
export interface UpdateProfileInput {
  readonly displayName?: string | null | undefined
  readonly bio?: string | null | undefined
  readonly avatar?: string | null | undefined
}

export async function updateProfile(
  ports: Pick<Ports, 'store' | 'clock'>,
  caller: Caller,
  input: UpdateProfileInput,
): Promise<Result<User, Refusal>> {
  const displayName = input.displayName && parseText(input.displayName, 'displayName', { min: 1, max: 80 })
  if (displayName && !displayName.ok) return displayName
  const bio = input.bio && parseText(input.bio, 'bio', { min: 0, max: 1_000, multiline: true })
  if (bio && !bio.ok) return bio
  const avatar = input.avatar && parsePictureUrl(input.avatar, 'avatar')
  if (avatar && !avatar.ok) return avatar
  const noPicture = await refusePicture(ports, input.avatar, 'avatar')
  if (noPicture) return err(noPicture)
  const changed = await ports.store.changeUser(caller.user.id, (user): Change<Result<User, Refusal>> => {
    if (user === null) return { result: err(notFound('User')) }
    const updated: User = {
      ...user,
      displayName:
        input.displayName === undefined ? user.displayName : displayName ? displayName.value : null,
      bio: input.bio === undefined ? user.bio : bio ? bio.value : null,
      avatar: input.avatar === undefined ? user.avatar : avatar ? avatar.value : null,
      updatedAt: ports.clock.now(),
    }
    return { result: ok(updated), update: { users: [updated] }, effect: { kind: 'user', id: updated.id } }
  })
  if (!changed.ok) throw new Error('invariant broken: a profile has no unique field of its own')
  return changed.value
}
