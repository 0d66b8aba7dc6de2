import { type Amount, amountOf, ZERO } from '../../domain/amount.ts'
import type { Collection } from '../../domain/collection.ts'
import type { Drop, Vault } from '../../domain/drop.ts'
import { isCancelledOrDeleted } from '../../domain/drop-status.ts'
import { utf8LengthOf } from '../../domain/encodings.ts'
import type { DropId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { unreachable } from '../../domain/invariant.ts'
import { attributesOfPiece, type Piece } from '../../domain/piece-manifest.ts'
import { ok } from '../../domain/result.ts'
import type { Token } from '../../domain/token.ts'
import { availableDeposits } from '../../domain/vault.ts'
import {
  type ChainAnswer,
  type Change,
  chainFailure,
  type JobFailure,
  type JobRequest,
  type PieceLooks,
  type Ports,
  waitingFor,
} from '../../ports/index.ts'
import {
  type ApplyOutcome,
  type ChainWorkPorts,
  failureOf,
  followTransaction,
  type Progress,
  sendTransaction,
  transactionUnderWay,
} from '../chain/chain-work.ts'

export type VaultProgress =
  | { readonly kind: 'filled' }
  /** The vault exists or is being created, but does not hold the whole pool yet. */
  | {
      readonly kind: 'waiting'
      readonly failure: JobFailure
      readonly isFinal?: boolean
      readonly retryAt?: Instant
    }
  /** Not all pieces fit into one transaction. The next ones can be deposited immediately. */
  | { readonly kind: 'partly_filled' }
  | { readonly kind: 'not_wanted' }

const OWNER_FUNDS = waitingFor('its owner has to fund it')
const NOT_WHOLE = waitingFor('it does not hold the whole pool yet')
/** On a chain where a collection is published first, an NFT drop's vault is opened in two transactions. */
const PUBLISHED = waitingFor('its collection is published and its vault is opened next')
const NO_TOKEN = waitingFor('the token is not deployed')

/** Whether only a deposit or a deployment by a wallet ends the waiting, so that asking the chain again is useless. */
export const waitsForWallet = (progress: VaultProgress): boolean =>
  progress.kind === 'waiting' && [OWNER_FUNDS, NOT_WHOLE, NO_TOKEN].includes(progress.failure)

/** Longer than a request takes that opens the vault itself. */
const REQUEST_MS = 5_000

/**
 * On a chain that opens vaults at once, the request opens the vault. The job runs only if the request died; otherwise both
 * would race.
 */
export const openVaultJob = (
  { opensVaultsAtOnce }: Pick<ChainWorkPorts['chain'], 'opensVaultsAtOnce'>,
  { id, creatorId }: Pick<Drop, 'id' | 'creatorId'>,
  now: Instant,
): JobRequest => ({
  kind: 'open_vault',
  subject: id,
  ownerId: creatorId,
  dueAt: opensVaultsAtOnce ? now + REQUEST_MS : now,
})

/**
 * Creates the drop's vault and fills it up to the pool: from the token's reserve if the creator owns the token, otherwise by
 * a deposit of the owner's wallet. Only the owner's wallet replaces a stolen amount. Safe to run at any time and any number
 * of times.
 */
export async function openVault(ports: ChainWorkPorts, dropId: DropId): Promise<VaultProgress> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop || isCancelledOrDeleted(drop)) return { kind: 'not_wanted' }
  const isWantedYet = drop.status !== 'DRAFT' || ports.chain.opensVaultsAtOnce
  if (!isWantedYet) return { kind: 'not_wanted' }
  const underWay = await transactionUnderWay(ports, drop, ['open_vault', 'fund_vault'])
  if (underWay) return outcomeOf(ports, dropId, await followTransaction(ports, underWay, applyOpeningOutcome))

  const { vault } = drop
  switch (vault.kind) {
    case 'closed':
      return { kind: 'not_wanted' }
    case 'none':
      return makeVault(ports, drop)
    case 'open':
      if (availableDeposits(vault) >= drop.pool) return { kind: 'filled' }
      return fillVault(ports, drop, vault)
    default:
      return unreachable(vault)
  }
}

async function makeVault(ports: ChainWorkPorts, drop: Drop): Promise<VaultProgress> {
  const token = (await ports.store.tokens([drop.tokenId])).get(drop.tokenId)
  const coinType = token ? coinTypeOf(token) : null
  if (coinType === null && drop.type === 'TOKEN' && !ports.chain.opensVaultsAtOnce) {
    return { kind: 'waiting', failure: NO_TOKEN }
  }
  const open = (deposit: Amount) =>
    sendTransaction(
      ports,
      {
        dropId: drop.id,
        purpose: { kind: 'open_vault', deposit },
        action: {
          kind: 'open_vault',
          dropId: drop.id,
          type: drop.type,
          tokenId: drop.tokenId,
          coinType,
          ...(coinType === null && token ? { tokenSymbol: token.symbol } : {}),
          publicKey: drop.voucherKey.publicKey,
          deposit,
          ...(drop.type === 'NFT' ? { pieces: looksOf(drop) } : {}),
        },
        // Not while the key is being changed, because the vault would get the old key. Not for a drop that was cancelled in
        // the meantime, because the job that closes its vault has already run.
        onPrepared: ({ drop: current }) =>
          current.vault.kind === 'none' &&
          current.nextVoucherKey === null &&
          current.voucherKey.publicKey === drop.voucherKey.publicKey &&
          !isCancelledOrDeleted(current)
            ? {}
            : null,
      },
      applyOpeningOutcome,
    )
  // Pieces with their own looks are deposited afterwards, because not all of them fit into one transaction.
  const isFilledLater = hasManifest(ports, drop)
  const reserve = isFilledLater ? ok(ZERO) : await reserveFor(ports, drop, token, coinType, drop.pool)
  if (!reserve.ok) return { kind: 'waiting', failure: chainFailure(reserve.error.reason) }
  const first = await open(reserve.value)
  // The operator's funds were used elsewhere in the meantime. An empty vault is created, so that the owner can fill it.
  return outcomeOf(ports, drop.id, first.kind === 'not_possible' ? await open(ZERO) : first)
}

async function fillVault(
  ports: ChainWorkPorts,
  drop: Drop,
  vault: Extract<Vault, { kind: 'open' }>,
): Promise<VaultProgress> {
  const seen = await lookAt(ports, drop, vault)
  if (seen.kind !== 'lacking') return seen
  const { deposited } = seen
  // The rest was stolen. A thief who still has the key would take the reserve too.
  if (deposited >= drop.pool) return { kind: 'waiting', failure: OWNER_FUNDS }
  const token = (await ports.store.tokens([drop.tokenId])).get(drop.tokenId)
  const reserve = await reserveFor(ports, drop, token, vault.coinType, amountOf(drop.pool - deposited))
  if (!reserve.ok) return { kind: 'waiting', failure: chainFailure(reserve.error.reason) }
  if (reserve.value === ZERO) return { kind: 'waiting', failure: OWNER_FUNDS }
  const isOfPieces = hasManifest(ports, drop)
  const { deposit, pieces } = await nextPieces(ports, isOfPieces ? drop.collection : null, {
    deposited,
    lacking: reserve.value,
  })
  const { coinType, objectId: dropObjectId } = vault
  const progress = await sendTransaction(
    ports,
    {
      dropId: drop.id,
      purpose: { kind: 'fund_vault', deposit },
      action: { kind: 'fund_vault', dropObjectId, coinType, deposit, pieces },
      // Not if more is known to be deposited than was read: the same amount would be deposited twice.
      onPrepared: ({ drop: current }) =>
        current.vault.kind === 'open' &&
        current.vault.deposited <= deposited &&
        !isCancelledOrDeleted(current)
          ? { update: { drops: [{ ...current, vault: { ...current.vault, deposited } }] } }
          : null,
    },
    applyOpeningOutcome,
  )
  return outcomeOf(ports, drop.id, progress)
}

/**
 * Stores what the owner has deposited, and deposits nothing itself. Only one job fills the vault; otherwise the reserve
 * would be deposited twice.
 */
export async function seeDeposits(ports: ChainWorkPorts, dropId: DropId): Promise<VaultProgress> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (drop?.vault.kind !== 'open' || drop.deletedAt !== null) return { kind: 'not_wanted' }
  const seen = await lookAt(ports, drop, drop.vault)
  return seen.kind === 'lacking' ? { kind: 'waiting', failure: OWNER_FUNDS } : seen
}

type Look = VaultProgress | { readonly kind: 'lacking'; readonly deposited: Amount }

/** The sum of all deposits, as the chain shows it; unchanged if a larger sum is already known. */
async function lookAt(
  ports: ChainWorkPorts,
  drop: Drop,
  vault: Extract<Vault, { kind: 'open' }>,
): Promise<Look> {
  const seen = await ports.chain.vaults([vault.objectId])
  if (!seen.ok) return { kind: 'waiting', failure: chainFailure(seen.error.reason) }
  const deposited = seen.value.get(vault.objectId)?.deposited ?? vault.deposited
  // The sum of deposits never shrinks, so this is an outdated reading.
  if (deposited < vault.deposited)
    return { kind: 'waiting', failure: chainFailure('the chain shows what was before') }
  if (deposited !== vault.deposited) await noteDeposits(ports, drop.id, deposited)
  const isFilled = availableDeposits({ ...vault, deposited }) >= drop.pool
  return isFilled ? { kind: 'filled' } : { kind: 'lacking', deposited }
}

/** How much of the missing amount the operator deposits: as much as the token's reserve has. */
async function reserveFor(
  ports: ChainWorkPorts,
  drop: Drop,
  token: Token | undefined,
  coinType: string | null,
  lacking: Amount,
): Promise<ChainAnswer<Amount>> {
  if (!mayUseReserve(ports, drop, token)) return ok(ZERO)
  // Pieces are minted when they are claimed, and a chain that opens vaults at once also mints coins.
  if (coinType === null || drop.type === 'NFT' || ports.chain.opensVaultsAtOnce) return ok(lacking)
  const { operatorAddress } = ports.chain
  const balances = await ports.chain.balances(coinType, [operatorAddress])
  if (!balances.ok) return balances
  const reserve = balances.value.get(operatorAddress) ?? ZERO
  return ok(reserve < lacking ? reserve : lacking)
}

/** A drop is filled from the token's reserve only if the token's creator made the drop. */
const mayUseReserve = (ports: ChainWorkPorts, drop: Drop, token: Token | undefined): boolean =>
  ports.chain.opensVaultsAtOnce ||
  (token !== undefined && (drop.type === 'NFT' || (token.creatorId === drop.creatorId && !token.isExternal)))

/** Whether the vault holds pieces with their own looks. A chain that opens vaults at once has no such pieces. */
const hasManifest = ({ chain }: ChainWorkPorts, { collection }: Drop): boolean =>
  collection?.manifest != null && !chain.opensVaultsAtOnce

const looksOf = ({ title, description, imageUrl, collection }: Drop): PieceLooks => ({
  name: title,
  description: description ?? '',
  imageUrl: collection?.pieceImageUrl ?? imageUrl ?? '',
  attributes: collection?.attributes ?? [],
  royaltyBasisPoints: collection?.royaltyBasisPoints ?? 0,
  ...(collection?.owner == null ? {} : { owner: collection.owner }),
})

const coinTypeOf = (token: Token): string | null =>
  token.deployment.kind === 'DEPLOYED' ? token.deployment.coinType : null

/** A successful transaction may have created an empty vault, or deposited less than is needed now. */
async function outcomeOf(ports: ChainWorkPorts, dropId: DropId, progress: Progress): Promise<VaultProgress> {
  if (progress.kind !== 'succeeded') {
    const failure = failureOf(progress)
    if ('isFinal' in progress && progress.isFinal === true) return { kind: 'waiting', failure, isFinal: true }
    const retryAt = 'retryAt' in progress ? progress.retryAt : undefined
    return retryAt === undefined ? { kind: 'waiting', failure } : { kind: 'waiting', failure, retryAt }
  }
  const drop = await ports.store.dropForSettlement(dropId)
  const isFilled = drop?.vault.kind === 'open' && availableDeposits(drop.vault) >= drop.pool
  if (isFilled) return { kind: 'filled' }
  if (drop?.type === 'NFT' && drop.vault.kind === 'none') return { kind: 'waiting', failure: PUBLISHED }
  const hasMore = drop !== undefined && drop.vault.kind === 'open' && hasManifest(ports, drop)
  return hasMore ? { kind: 'partly_filled' } : { kind: 'waiting', failure: NOT_WHOLE }
}

/** Applies the outcome of a transaction that opens or funds a vault. */
export const applyOpeningOutcome: ApplyOutcome = ({ drop }, { purpose }, end) => {
  if (end.kind !== 'succeeded') return {}
  if (purpose.kind === 'fund_vault') return withDeposited(drop, purpose.deposit)
  if (purpose.kind !== 'open_vault') return {}
  const opened = end.effects.vaultsOpened[0]
  if (!opened || drop.vault.kind !== 'none') return {}
  const { dropObjectId, packageId, coinType } = opened
  const vault: Vault = {
    kind: 'open',
    objectId: dropObjectId,
    packageId,
    coinType,
    deposited: purpose.deposit,
    alarm: null,
    missing: ZERO,
  }
  return { update: { drops: [{ ...drop, vault }] } }
}

/**
 * Adds a deposit of the operator. No reading of the chain is stored while such a deposit is open (`noteDeposits`), so
 * `deposited` never contains it already.
 */
function withDeposited(drop: Drop, deposit: Amount): Partial<Change<never>> {
  if (drop.vault.kind !== 'open') return {}
  const deposited = amountOf(drop.vault.deposited + deposit)
  return { update: { drops: [{ ...drop, vault: { ...drop.vault, deposited } }] } }
}

async function noteDeposits(ports: ChainWorkPorts, dropId: DropId, deposited: Amount): Promise<void> {
  await ports.store.changeDrop(dropId, { openTransactions: true }, (dropState) => {
    // Deposits only grow, so an outdated reading changes nothing.
    if (dropState?.drop.vault.kind !== 'open' || deposited <= dropState.drop.vault.deposited)
      return { result: undefined }
    // The reading may contain an open deposit of the operator. That deposit is added when its transaction ends.
    if (dropState.openTransactions.some(({ purpose }) => purpose.kind === 'fund_vault'))
      return { result: undefined }
    const { drop } = dropState
    return {
      result: undefined,
      update: { drops: [{ ...drop, vault: { ...dropState.drop.vault, deposited } }] },
    }
  })
}

/** The largest number of pieces with their own looks in one transaction. Each takes about 300 bytes besides its texts. */
const MOST_PIECES = 100
/** The largest total length of these texts. A Sui transaction has at most 128 KiB. */
const MOST_TEXT_BYTES = 60_000

/** How many pieces are put into a vault next, and the looks of those that the manifest names. */
async function nextPieces(
  { store }: Pick<Ports, 'store'>,
  collection: Collection | null,
  { deposited, lacking }: { readonly deposited: Amount; readonly lacking: Amount },
): Promise<{ readonly deposit: Amount; readonly pieces: readonly Piece[] }> {
  if (!collection?.manifest) return { deposit: lacking, pieces: [] }
  const page = { after: Number(deposited), limit: MOST_PIECES + 1 }
  const found = await store.pieces([collection.manifest], page)
  const named = (found.get(collection.manifest) ?? [])
    .filter(({ number }) => BigInt(number) <= deposited + lacking)
    .map((piece) => ({ ...piece, attributes: attributesOfPiece(collection, piece) }))
  let bytes = 0
  const end = named.findIndex((piece, index) => {
    bytes += bytesOf(piece)
    return index === MOST_PIECES || (index > 0 && bytes > MOST_TEXT_BYTES)
  })
  if (end === -1) return { deposit: lacking, pieces: named }
  const pieces = named.slice(0, end)
  return { deposit: amountOf(BigInt(pieces.at(-1)?.number ?? 0) - deposited), pieces }
}

const bytesOf = ({ name, imageUrl, attributes }: Piece): number =>
  [name, imageUrl, ...attributes.flatMap((attribute) => [attribute.name, attribute.value])].reduce(
    (sum, text) => sum + utf8LengthOf(text ?? ''),
    0,
  )
