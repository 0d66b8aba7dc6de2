import { findCurrency } from '../../domain/amount.ts'
import type { Drop, Sealed } from '../../domain/drop.ts'
import { decideNewDrop, type NewDropInput } from '../../domain/drop-creation.ts'
import { nextScheduledAt } from '../../domain/drop-status.ts'
import type { FreshSeed } from '../../domain/drop-terms.ts'
import { hexOfBytes } from '../../domain/encodings.ts'
import { type DropId, type FileId, idOf, readId } from '../../domain/ids.ts'
import { MAX_MANIFEST_BYTES, parsePieceManifest } from '../../domain/piece-manifest.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { SEALED_FOR } from '../../domain/sealed-purposes.ts'
import type { Token } from '../../domain/token.ts'
import type { Caller } from '../../domain/user.ts'
import type { Change, ChangeSet, JobRequest, Ports } from '../../ports/index.ts'
import type { ChainWorkPorts } from '../chain/chain-work.ts'
import { availableChecks } from '../claims/human-challenge.ts'
import { refusePicture } from '../files/manage-files.ts'
import { copyGating } from '../gating/manage-gating.ts'
import { inTurns } from '../in-turns.ts'
import { lotteryJobs } from '../lottery/run-lottery.ts'
import { tooManyOpen, type UserLimits } from '../user-limits.ts'
import { openVault, openVaultJob } from '../vaults/open-vault.ts'

/** The terms of a new drop, as its creator wrote them. */
export interface CreateDropInput extends NewDropInput {
  readonly existingTokenId?: string | null | undefined
  /** The code of one of the configured currencies; the first of them when left out. */
  readonly currency?: string | null | undefined
  readonly gatingId?: string | null | undefined
}

export type CreateDropPorts = ChainWorkPorts &
  Pick<
    Ports,
    'signer' | 'random' | 'hashes' | 'secrets' | 'prices' | 'files' | 'beacon' | 'humanChecks' | 'endOfTurn'
  > & {
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
  const gas = (await ports.limits?.askForGas(caller)) ?? ok(undefined)
  if (!gas.ok) return gas
  const { drop, events } = decided.value
  const insert = () =>
    insertDrop(ports, caller, {
      insert: { drops: [drop] },
      effect: { kind: 'drop', id },
      events,
      jobs: firstJobs(ports, drop, now),
    })
  const created = await (ports.limits?.counting(caller, 'drops', insert) ?? insert())
  if (!created.ok) return created
  if (!ports.chain.opensVaultsAtOnce) return ok(drop)
  await openVault(ports, id)
  return ok((await ports.store.drops([id])).get(id) ?? drop)
}

async function insertDrop(
  { store, limits }: CreateDropPorts,
  caller: Caller,
  drop: ChangeSet & { readonly insert: { readonly drops: readonly [Drop] } },
): Promise<Result<true, Refusal>> {
  const most = limits?.mostOpen(caller, 'vaults') ?? null
  const created = await store.changeUser(
    caller.user.id,
    (_user, open): Change<Result<true, Refusal>> =>
      most !== null && open >= most
        ? { result: err(tooManyOpen('vaults', open, most)) }
        : { ...drop, result: ok(true) },
    most === null ? undefined : { of: 'vaults', most },
  )
  return created.ok ? created.value : err(shortcodeTaken(drop.insert.drops[0].shortcode))
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

const FIELD = 'collection.manifestUrl'

/** Every JavaScript engine has it, though not every type library says so. */
declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean },
) => { decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string }

/**
 * Reads an uploaded manifest once and keeps its pieces in the store. An upload never changes, so what a piece shows is
 * settled from then on, also when the upload is removed.
 */
async function keepPieceManifest(
  ports: Pick<Ports, 'store' | 'files' | 'endOfTurn'>,
  caller: Caller,
  fileId: FileId | null,
): Promise<Result<void, Refusal>> {
  if (fileId === null) return ok(undefined)
  const file = (await ports.store.files([fileId])).get(fileId)
  if (file?.ownerId !== caller.user.id)
    return err(badInput(FIELD, 'NO_FILE', `${fileId} is not one of your files`))
  if (file.sizeBytes > MAX_MANIFEST_BYTES) {
    const limit = `a manifest has at most ${MAX_MANIFEST_BYTES} bytes`
    return err(badInput(FIELD, 'TOO_LARGE', `${fileId} has ${file.sizeBytes} bytes; ${limit}`))
  }
  const text = await readText(ports, file.contentName)
  if (text === null) return err(badInput(FIELD, 'UNREADABLE_FILE', `${fileId} cannot be read as UTF-8 text`))
  const pieces = await inTurns(ports, parsePieceManifest(text))
  if (!pieces.ok) {
    const [first = ''] = pieces.error
    return err(badInput(FIELD, 'FAULTY_LIST', `The manifest has errors: ${first}`, { faults: pieces.error }))
  }
  await ports.store.keepPieces(fileId, pieces.value)
  return ok(undefined)
}

async function readText({ files }: Pick<Ports, 'files'>, contentName: string): Promise<string | null> {
  const parts = await files.read(contentName)
  if (!parts) return null
  // It also takes away the mark that some programs write at the start of a file.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  try {
    for await (const part of parts) text += decoder.decode(part, { stream: true })
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const SEED_BYTES = 32

/** A new seed, sealed, and its commitment, with which anyone can verify it later. */
export function makeSeed(ports: Pick<Ports, 'random' | 'hashes' | 'secrets'>, dropId: DropId): FreshSeed {
  const seed = ports.random.bytes(SEED_BYTES)
  return {
    commitment: hexOfBytes(ports.hashes.sha256(seed)),
    seed: ports.secrets.seal(seed, SEALED_FOR.seed(dropId)),
  }
}

export const openSeed = (secrets: Ports['secrets'], dropId: DropId, seed: Sealed): Uint8Array =>
  secrets.open(seed, SEALED_FOR.seed(dropId))
