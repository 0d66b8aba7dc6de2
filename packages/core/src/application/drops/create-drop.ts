import type { Drop } from '../../domain/drop.ts'
import { decideNewDrop, type NewDropInput } from '../../domain/drop-creation.ts'
import { nextScheduledAt } from '../../domain/drop-schedule.ts'
import { idOf, readId } from '../../domain/ids.ts'
import { findCurrency } from '../../domain/price.ts'
import { notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Token } from '../../domain/token.ts'
import type { Caller } from '../../domain/user.ts'
import type { JobRequest, Ports } from '../../ports/index.ts'
import type { ChainWorkPorts } from '../chain/chain-work.ts'
import { availableChecks } from '../claims/human-challenge.ts'
import { refusePicture } from '../files/refuse-picture.ts'
import { copyGating } from '../gating/manage-gating.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
import type { UserLimits } from '../user-limits.ts'
import { openVault, openVaultJob } from '../vaults/open-vault.ts'
import { makeSeed } from './drop-secrets.ts'
import { keepPieceManifest } from './keep-piece-manifest.ts'

/** The terms of a new drop, as its creator wrote them. */
export interface CreateDropInput extends NewDropInput {
  readonly existingTokenId?: string | null | undefined
  /** The code of one of the configured currencies; the first of them when left out. */
  readonly currency?: string | null | undefined
  readonly gatingId?: string | null | undefined
}

export type CreateDropPorts = ChainWorkPorts &
  Pick<Ports, 'signer' | 'random' | 'hashes' | 'secrets' | 'prices' | 'files' | 'beacon' | 'humanChecks'> & {
    readonly limits?: UserLimits | undefined
  }

/**
 * Launches a drop on an existing token. The token is looked up before any other field is judged. On a chain that
 * opens vaults at once the drop can be claimed from when this returns.
 */
export async function createDrop(
  ports: CreateDropPorts,
  caller: Caller,
  input: CreateDropInput,
): Promise<Result<Drop, Refusal>> {
  const token = await findToken(ports, input.existingTokenId)
  if (!token) return err(notFound('Token'))
  const currency = findCurrency(ports.prices.currencies(), input.currency)
  if (!currency.ok) return currency

  const now = ports.clock.now()
  const id = idOf('drop', ports.ids.next(now))
  const gating = input.gatingId == null ? ok(null) : await copyGating(ports, caller, input.gatingId, now)
  if (!gating.ok) return gating
  const decided = decideNewDrop(input, {
    id,
    creator: caller,
    tokenId: token.id,
    gating: gating.value,
    currency: currency.value,
    voucherKey: ports.signer.generate(id),
    freshSeed: makeSeed(ports, id),
    beacon: ports.beacon?.chain ?? null,
    humanChecks: availableChecks(ports),
    now,
  })
  if (!decided.ok) return decided
  const noPicture = await refusePicture(ports, input.imageUrl, 'imageUrl')
  if (noPicture) return err(noPicture)
  const manifest = await keepPieceManifest(ports, caller, decided.value.drop.collection?.manifest ?? null)
  if (!manifest.ok) return manifest
  const allowed = await refusalOfLimits(ports, caller)
  if (!allowed.ok) return allowed
  const { drop, events } = decided.value
  const created = await ports.store.create({
    insert: { drops: [drop] },
    effect: { kind: 'drop', id },
    events,
    jobs: firstJobs(ports, drop, now),
  })
  if (!created.ok) return err(shortcodeTaken(drop.shortcode))
  if (!ports.chain.opensVaultsAtOnce) return ok(drop)
  await openVault(ports, id)
  return ok((await ports.store.drops([id])).get(id) ?? drop)
}

async function refusalOfLimits(
  { limits }: Pick<CreateDropPorts, 'limits'>,
  caller: Caller,
): Promise<Result<void, Refusal>> {
  if (limits === undefined) return ok(undefined)
  const gas = await limits.askForGas(caller)
  return gas.ok ? limits.count(caller, 'drops') : gas
}

async function findToken(
  ports: Pick<Ports, 'store'>,
  id: string | null | undefined,
): Promise<Token | undefined> {
  const tokenId = id == null ? undefined : readId('token', id)
  return tokenId && (await ports.store.tokens([tokenId])).get(tokenId)
}

export const shortcodeTaken = (shortcode: string): Refusal => ({
  kind: 'conflict',
  reason: 'TAKEN',
  field: 'shortcode',
  message: `The shortcode ${shortcode} is taken`,
})

function firstJobs({ chain }: CreateDropPorts, drop: Drop, now: number): readonly JobRequest[] {
  const jobs: JobRequest[] = [openVaultJob(chain, drop, now), ...lotteryJobs(drop, now)]
  const dueAt = nextScheduledAt(drop)
  if (dueAt !== null) jobs.push({ kind: 'settle_schedule', subject: drop.id, ownerId: drop.creatorId, dueAt })
  return jobs
}
