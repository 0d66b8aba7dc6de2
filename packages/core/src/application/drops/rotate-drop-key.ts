import { type Claim, voucherExpiryOf } from '../../domain/claim.ts'
import { type Drop, formerKeysAfter, type VoucherKey } from '../../domain/drop.ts'
import { dropEvent } from '../../domain/event.ts'
import type { DropId } from '../../domain/ids.ts'
import { invariant } from '../../domain/invariant.ts'
import { badInput, notFound, type Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { parseText } from '../../domain/text.ts'
import type { Caller } from '../../domain/user.ts'
import { type Change, chainFailure, type DropState, type JobOutcome, type Ports } from '../../ports/index.ts'
import {
  type ApplyOutcome,
  type ChainWorkPorts,
  failureOf,
  followTransaction,
  type Progress,
  retryAfter,
  SOME_VOUCHERS,
  sendTransaction,
  transactionUnderWay,
} from '../chain/chain-work.ts'
import { findDropToChange } from '../read-records.ts'
import type { Settings } from '../settings.ts'
import type { UserLimits } from '../user-limits.ts'
import { applyOpeningOutcome } from '../vaults/open-vault.ts'

/** Why a drop's key is changed, and for which. */
export interface RotateDropKeyInput {
  readonly reason: string
  /** `suiprivkey1…`; a new key is made when it is left out. */
  readonly newPrivateKey?: string | null | undefined
}

/** The key that signs from now on, and the transaction that tells the vault. */
export interface RotatedKey {
  /** Base64 of the 32 bytes. */
  readonly newPublicKey: string
  /** `suiprivkey1…`, for the owner. */
  readonly newPrivateKey: string
  /** Null where the drop has no vault yet: then there is nothing to change on the chain. */
  readonly transactionDigest: string | null
}

type RotatePorts = ChainWorkPorts & Pick<Ports, 'signer' | 'jobs'>
/** What a user asks for is refused where there is no gas for it; what goes on in the background waits. */
type AskedPorts = RotatePorts & { readonly limits?: UserLimits | undefined }

const RETRY_DELAY_MS = 500
/**
 * Longer than a request takes that rotates: the background only takes over from one that died. Until then, vouchers are signed
 * with the old key, which the chain may not accept any more.
 */
const TAKE_OVER_AFTER_MS = 20_000

/**
 * Gives a drop a new voucher key. It is kept as the next key before the chain is asked; once the chain shows it,
 * pending vouchers are good for a new while under it and those under the old key are worth nothing.
 */
export async function rotateDropKey(
  ports: AskedPorts,
  settings: Settings,
  caller: Caller,
  id: string,
  input: RotateDropKeyInput,
): Promise<Result<RotatedKey, Refusal>> {
  const own = await findDropToChange(ports, caller, id)
  if (!own.ok) return own
  const { id: dropId, creatorId } = own.value
  const reason = parseText(input.reason, 'reason', { min: 1, max: 500 })
  if (!reason.ok) return reason
  const next =
    input.newPrivateKey == null
      ? ports.signer.generate(dropId)
      : ports.signer.import(dropId, input.newPrivateKey)
  if (!next)
    return err(
      badInput('newPrivateKey', 'WRONG_FORMAT', 'newPrivateKey must be an Ed25519 key as suiprivkey1…'),
    )

  const gas = (await ports.limits?.askForGas(caller)) ?? ok(undefined)
  if (!gas.ok) return gas
  const stored = await ports.store.changeDrop(dropId, {}, (dropState) =>
    keepNext(dropState, next, ports.clock.now()),
  )
  if (!stored.ok) throw new Error('invariant broken: a key is not unique')
  if (!stored.value.ok) return stored.value
  const progress = await changeKey(ports, settings, stored.value.value)
  switch (progress.kind) {
    case 'succeeded':
      return ok({
        newPublicKey: next.publicKey,
        newPrivateKey: ports.signer.export(dropId, next),
        transactionDigest: progress.digest,
      })
    case 'failed':
    case 'not_possible':
      return err({
        kind: 'conflict',
        reason: 'CHAIN_REFUSED',
        message: `The chain refused the new key: ${progress.reason}`,
      })
    case 'lost':
    case 'unknown':
      await ports.jobs.request([
        { kind: 'rotate_key', subject: dropId, ownerId: creatorId, dueAt: ports.clock.now() },
      ])
      return err({ kind: 'chain_unavailable', reason: 'the rotation goes on in the background' })
  }
}

/** One rotation at a time. */
function keepNext(dropState: DropState | null, next: VoucherKey, now: number): Change<Result<Drop, Refusal>> {
  if (dropState === null || dropState.drop.deletedAt !== null) return { result: err(notFound('Drop')) }
  if (dropState.drop.nextVoucherKey !== null) {
    return {
      result: err({ kind: 'conflict', reason: 'BUSY', message: 'A key rotation of this drop is under way' }),
    }
  }
  const drop = { ...dropState.drop, nextVoucherKey: next }
  const jobs = [
    {
      kind: 'rotate_key',
      subject: drop.id,
      ownerId: drop.creatorId,
      dueAt: now + TAKE_OVER_AFTER_MS,
    } as const,
  ]
  return { result: ok(drop), update: { drops: [drop] }, jobs }
}

type Rotation =
  | Exclude<Progress, { kind: 'succeeded' }>
  | { readonly kind: 'succeeded'; readonly digest: string | null }

async function changeKey(ports: RotatePorts, settings: Settings, before: Drop): Promise<Rotation> {
  const opened = await afterOpening(ports, before)
  if ('kind' in opened) return opened
  const { drop } = opened
  const settle = applyRotationOutcome(ports, settings)
  const underWay = await transactionUnderWay(ports, drop, ['rotate_key'])
  if (underWay) {
    const followed = await followTransaction(ports, underWay, settle)
    return followed.kind === 'succeeded' ? { kind: 'succeeded', digest: underWay.digest } : followed
  }
  const { nextVoucherKey: next } = drop
  if (next === null) return { kind: 'succeeded', digest: null }
  if (drop.vault.kind !== 'open') {
    await takeOver(ports, settings, drop.id, next)
    return { kind: 'succeeded', digest: null }
  }
  let digest: string | null = null
  const progress = await sendTransaction(
    ports,
    {
      dropId: drop.id,
      purpose: { kind: 'rotate_key' },
      action: {
        kind: 'rotate_key',
        dropObjectId: drop.vault.objectId,
        coinType: drop.vault.coinType,
        publicKey: next.publicKey,
      },
      onPrepared: (dropState, transaction) => {
        digest = transaction.digest
        return isNext(dropState, next) ? {} : null
      },
    },
    settle,
  )
  if (progress.kind === 'succeeded') return { kind: 'succeeded', digest }
  if (progress.kind === 'not_possible') await forgetNext(ports, drop.id, next)
  return progress
}

/**
 * The drop once a vault that is being made for it is there: it is made with the old key, which has to be changed in it
 * then. No other one is begun while a next key is kept.
 */
async function afterOpening(
  ports: RotatePorts,
  before: Drop,
): Promise<{ readonly drop: Drop } | Extract<Progress, { kind: 'unknown' }>> {
  const opening = await transactionUnderWay(ports, before, ['open_vault'])
  const followed = opening && (await followTransaction(ports, opening, applyOpeningOutcome))
  // Read only now: where none is under way any more, one may have made the vault since the drop was read.
  const drop = await ports.store.dropForSettlement(before.id)
  return drop && followed?.kind !== 'unknown'
    ? { drop }
    : { kind: 'unknown', reason: 'the vault is being made' }
}

const applyRotationOutcome =
  (ports: RotatePorts, settings: Settings): ApplyOutcome =>
  (dropState, _transaction, end) => {
    if (end.kind === 'succeeded') return withNewKey(dropState, settings, ports.clock.now())
    // A definite failure restores the old key; a lost transaction is made anew.
    return end.kind === 'failed' ? { update: { drops: [{ ...dropState.drop, nextVoucherKey: null }] } } : {}
  }

/** The new key is the drop's. The vouchers that the pool was loaded with get a new lifetime; a job renews the others. */
function withNewKey(dropState: DropState, settings: Settings, now: number): Partial<Change<never>> {
  const { nextVoucherKey } = dropState.drop
  if (nextVoucherKey === null) return {}
  const expiresAt = now + settings.voucherLifetimeMs
  const claims = [...dropState.claims.values()].map((claim): Claim => {
    invariant(voucherExpiryOf(claim) !== null, 'a key is changed for those alone whose voucher is out')
    return { ...claim, state: { kind: 'PENDING', expiresAt } }
  })
  const drop: Drop = {
    ...dropState.drop,
    voucherKey: nextVoucherKey,
    nextVoucherKey: null,
    formerKeys: formerKeysAfter(dropState.drop, nextVoucherKey.publicKey),
    updatedAt: now,
  }
  return {
    update: { drops: [drop], claims },
    ...(claims.length < SOME_VOUCHERS.pendingClaimsAtMost
      ? {}
      : { jobs: [{ kind: 'renew_vouchers', subject: drop.id, ownerId: drop.creatorId, dueAt: now }] }),
    events: [
      dropEvent('drop.key_rotated', drop, now, drop.creatorId, {
        publicKey: nextVoucherKey.publicKey,
        previousPublicKey: dropState.drop.voucherKey.publicKey,
      }),
    ],
  }
}

/** Under the lock: the rotation that this key belongs to may be over since, and another one under way. */
const isNext = (dropState: DropState | null, { publicKey }: VoucherKey): dropState is DropState =>
  dropState?.drop.nextVoucherKey?.publicKey === publicKey

async function takeOver(
  ports: RotatePorts,
  settings: Settings,
  dropId: DropId,
  next: VoucherKey,
): Promise<void> {
  await ports.store.changeDrop(
    dropId,
    SOME_VOUCHERS,
    (dropState): Change<void> =>
      isNext(dropState, next)
        ? { result: undefined, ...withNewKey(dropState, settings, ports.clock.now()) }
        : { result: undefined },
  )
}

/** Not where another server's transaction may still put it on the chain. */
async function forgetNext(ports: RotatePorts, dropId: DropId, next: VoucherKey): Promise<void> {
  await ports.store.changeDrop(dropId, { openTransactions: true }, (dropState): Change<void> => {
    if (
      !isNext(dropState, next) ||
      dropState.openTransactions.some(({ purpose }) => purpose.kind === 'rotate_key')
    )
      return { result: undefined }
    return { result: undefined, update: { drops: [{ ...dropState.drop, nextVoucherKey: null }] } }
  })
}

/**
 * Takes up a rotation that was interrupted, also of a drop that is deleted by now: the chain may have the new key
 * already, and what the drop owes still is signed by the one that the chain has.
 */
export async function putKeyOnChain(
  ports: RotatePorts,
  settings: Settings,
  dropId: DropId,
): Promise<JobOutcome> {
  const drop = await ports.store.dropForSettlement(dropId)
  if (!drop) return { kind: 'done' }
  const progress = await changeKey(ports, settings, drop)
  const soon = ports.clock.now() + RETRY_DELAY_MS
  if (progress.kind === 'lost' || progress.kind === 'unknown') return retryAfter(progress, soon)
  // Of two that were made at once only one can take effect; the other is seen to its end all the same.
  if (await transactionUnderWay(ports, drop, ['rotate_key']))
    return { kind: 'again', dueAt: soon, failed: chainFailure('a second transaction has no result yet') }
  // The drop has its old key again. Its owner may ask for another rotation at any time.
  return progress.kind === 'succeeded' ? { kind: 'done' } : { kind: 'failed', failure: failureOf(progress) }
}
