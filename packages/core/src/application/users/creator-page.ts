import type { Drop, DropStatus } from '../../domain/drop.ts'
import { readId } from '../../domain/ids.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import { parseUsername } from '../../domain/text.ts'
import type { User } from '../../domain/user.ts'
import { NOBODY } from '../../domain/visitor.ts'
import type { DropFilter, Ports } from '../../ports/index.ts'
import { type PageInput, parsePage } from '../parse-page.ts'

/** The parts of a creator's page. */
export type DropPhase = 'LIVE' | 'SCHEDULED' | 'ENDED'

const STATUSES: { readonly [Phase in DropPhase]: readonly DropStatus[] } = {
  LIVE: ['ACTIVE', 'PAUSED'],
  SCHEDULED: ['SCHEDULED'],
  ENDED: ['SOLD_OUT', 'ENDED'],
}

/**
 * The user with this name, if there is a public drop (`isPublicDrop`) of this user. Other users are not found, so that
 * nobody can try out who has an account.
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
): Promise<Result<readonly Drop[], Refusal>> {
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
