import { parseAddress } from '../../domain/address.ts'
import { type Amount, amountOf, parsePositiveAmount } from '../../domain/amount.ts'
import { readId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../../domain/user.ts'
import { availableDeposits } from '../../domain/vault.ts'
import type { Ports } from '../../ports/index.ts'
import { orConflict } from '../chain/chain-refusal.ts'
import { findDropToChange } from '../read-records.ts'

/**
 * The unsigned deposit into a drop's vault, base64, for its owner's wallet. Default amount: what the vault lacks, also
 * because it was stolen. The vault is then checked often for a while, so that claims are accepted soon after the deposit.
 */
export async function prepareDropFunding(
  ports: Pick<Ports, 'store' | 'chain' | 'jobs' | 'clock'>,
  caller: Caller,
  input: {
    readonly dropId: string
    readonly senderAddress: string
    readonly amount?: string | null | undefined
  },
): Promise<Result<string, Refusal>> {
  const sender = parseAddress(input.senderAddress, 'senderAddress')
  if (!sender.ok) return sender
  const given = input.amount == null ? ok(null) : parsePositiveAmount(input.amount, 'amount')
  if (!given.ok) return given
  const own = await findDropToChange(ports, caller, input.dropId)
  if (!own.ok) return own
  const drop = own.value
  if (drop.vault.kind !== 'open')
    return err({ kind: 'drop_not_ready', waitingFor: 'its vault is not on the chain yet' })
  const amount = given.value ?? lacking(drop.pool, availableDeposits(drop.vault))
  if (amount === null)
    return err({ kind: 'conflict', reason: 'VAULT_FULL', message: 'The vault holds the whole pool already' })
  const prepared = await ports.chain.prepareDeposit(
    { dropObjectId: drop.vault.objectId, coinType: drop.vault.coinType },
    amount,
    sender.value,
  )
  if (prepared.ok)
    await ports.jobs.request([
      { kind: 'watch_deposit', subject: drop.id, ownerId: drop.creatorId, dueAt: ports.clock.now() },
    ])
  return orConflict(prepared)
}

const lacking = (pool: Amount, available: Amount): Amount | null =>
  available < pool ? amountOf(pool - available) : null

/** The shortest interval at which claims cause a check of a drop's vault. */
const WAKE_EVERY_MS = 30_000
const MOST_REMEMBERED = 1_000

/** If a claim was refused because its drop has no vault to pay it, the vault is checked again. */
export type VaultWaker = (dropId: string, refusal: Refusal) => Promise<void>

export function createVaultWaker({
  jobs,
  store,
  clock,
}: Pick<Ports, 'jobs' | 'store' | 'clock'>): VaultWaker {
  const wokenAt = new Map<string, Instant>()
  return async (id, { kind }) => {
    if (kind !== 'drop_not_ready') return
    const dropId = readId('drop', id)
    const now = clock.now()
    if (!dropId || now < (wokenAt.get(dropId) ?? Number.NEGATIVE_INFINITY) + WAKE_EVERY_MS) return
    if (wokenAt.size >= MOST_REMEMBERED) wokenAt.clear()
    wokenAt.set(dropId, now)
    const drop = (await store.briefDrops([dropId])).get(dropId)
    if (drop)
      await jobs.request([{ kind: 'open_vault', subject: dropId, ownerId: drop.creatorId, dueAt: now }])
  }
}
