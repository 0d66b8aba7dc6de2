import { readId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { Result } from '../../domain/result.ts'
import type { Ports } from '../../ports/index.ts'

/** The shortest interval at which claims cause a check of a drop's vault. */
const WAKE_EVERY_MS = 30_000
const MOST_REMEMBERED = 1_000

/** Passes a claim's answer on. If the drop had no vault to pay the claim, the vault is checked again. */
export type VaultWaker = <T>(
  dropId: string,
  answer: Promise<Result<T, Refusal>>,
) => Promise<Result<T, Refusal>>

export function createVaultWaker({
  jobs,
  store,
  clock,
}: Pick<Ports, 'jobs' | 'store' | 'clock'>): VaultWaker {
  const wokenAt = new Map<string, Instant>()
  return async (id, answer) => {
    const answered = await answer
    if (answered.ok || answered.error.kind !== 'drop_not_ready') return answered
    const dropId = readId('drop', id)
    const now = clock.now()
    if (!dropId || now < (wokenAt.get(dropId) ?? Number.NEGATIVE_INFINITY) + WAKE_EVERY_MS) return answered
    if (wokenAt.size >= MOST_REMEMBERED) wokenAt.clear()
    wokenAt.set(dropId, now)
    const drop = (await store.drops([dropId])).get(dropId)
    if (drop)
      await jobs.request([{ kind: 'open_vault', subject: dropId, ownerId: drop.creatorId, dueAt: now }])
    return answered
  }
}
