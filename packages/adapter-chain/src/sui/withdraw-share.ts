import { type Address, type ChainAnswer, type KeyValueStore, ok } from '@dropkit/core'
import { sendStored } from '@dropkit/core/internal'
import { normalizeStructTag, parseStructTag } from '@mysten/sui/utils'
import { DropLayout } from './move-layouts.ts'
import { createCurrentEpoch } from './node-facts.ts'
import { createOperatorTransactions } from './operator-transactions.ts'
import { createOutcomeReader } from './read-outcome.ts'
import type { Sent } from './submit-transaction.ts'
import { type SuiChainOptions, type SuiContext, suiContextOf } from './sui-context.ts'
import { addressOf } from './sui-node.ts'

/** The amount that a vault pays back to a wallet that filled it. */
export interface WithdrawnShare {
  readonly vault: Address
  readonly wallet: Address
  /** In the coin's smallest unit. All withdrawals of a wallet together are at most what it deposited. */
  readonly amount: bigint
  /** Distinguishes the withdrawals of one wallet from one vault. Each is paid once. */
  readonly id: string
}

export interface WithdrawOptions extends SuiChainOptions {
  /** Where signed withdrawals are stored. All runs must use the same store. */
  readonly keyValues: KeyValueStore
  /** Waits between two looks at a transaction that is not final yet. */
  readonly pause: () => Promise<void>
}

export type Withdrawn =
  | Exclude<Sent, { readonly kind: 'succeeded' }>
  /** `isEarlier`: an earlier run had signed and stored the transaction. This run may have sent it. */
  | { readonly kind: 'paid'; readonly digest: string; readonly isEarlier: boolean }

/** A withdrawal with its signed transaction. */
interface Withdrawal {
  readonly wallet: Address
  readonly id: string
  /** A decimal string. */
  readonly amount: string
  readonly bytes: string
  readonly digest: string
  readonly expiresAt: number
  readonly createdAt: number
  readonly isPaid: boolean
}

const MOST_LOOKS = 20

/**
 * Pays a share that stayed in a vault because the coin was denied to its wallet when the vault was closed. Takes nothing
 * from a vault that is in use: the vault must be paused, and the wallet must be one of those that filled it.
 *
 * The signed transaction is stored before it is sent. A repeated withdrawal follows the stored one: it sends the same
 * bytes, which take effect once, and signs new ones only after the chain shows that the old ones had no effect. A vault
 * has at most one withdrawal whose outcome is unknown.
 */
export async function withdrawShare(
  options: WithdrawOptions,
  share: WithdrawnShare,
): Promise<ChainAnswer<Withdrawn>> {
  const stored = storedWithdrawals(options.keyValues, share.vault)
  const context = suiContextOf(options)
  const transactions = createOperatorTransactions(context)
  const isSame = ({ wallet, id }: Withdrawal) => wallet === share.wallet && id === share.id

  const known = await stored.read()
  const earlier = known.list.find(isSame)
  if (earlier !== undefined && earlier.amount !== String(share.amount))
    return refused(
      `the withdrawal "${share.id}" of ${share.wallet} is of ${earlier.amount}; use another --id to pay ${share.amount} as well`,
    )
  if (earlier?.isPaid) return ok({ kind: 'paid', digest: earlier.digest, isEarlier: true })
  const open = known.list.find(({ isPaid }) => !isPaid)
  if (open !== undefined) {
    const followed = await follow(open)
    if (open === earlier && followed !== 'lost')
      return ok(followed.kind === 'paid' ? { ...followed, isEarlier: true } : followed)
    if (followed !== 'lost' && followed.kind === 'unknown')
      return refused(
        `the outcome of the withdrawal "${open.id}" of ${open.amount} to ${open.wallet} is unknown (${open.digest}); repeat that one first`,
      )
  }
  return pay()

  async function pay(): Promise<ChainAnswer<Withdrawn>> {
    const before = await stored.read()
    const vault = await readPausedVault(context, share.vault)
    if (!vault.ok) return vault
    if (typeof vault.value === 'string') return refused(vault.value)
    const { coinType, deposits } = vault.value
    const put = deposits.get(share.wallet) ?? 0n
    const ofWallet = before.list.filter(({ wallet }) => wallet === share.wallet)
    const taken = ofWallet.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    if (taken + share.amount > put)
      return refused(
        `the wallet ${share.wallet} has put ${put} into the vault${taken > 0n ? ` and taken ${taken} out of it` : ''}, which leaves less than ${share.amount}`,
      )

    const to = { to: share.wallet, amount: share.amount }
    const signed = await transactions.prepareShare({ dropObjectId: share.vault, coinType }, to)
    if (!signed.ok) {
      const { error } = signed
      return error.kind === 'not_possible' ? refused(error.reason) : { ok: false, error }
    }
    const { bytes, digest, expiresAt } = signed.value
    const { wallet, id } = share
    const amount = String(share.amount)
    const createdAt = context.machineNow()
    const withdrawal = { wallet, id, amount, bytes, digest, expiresAt, createdAt, isPaid: false }
    if (!(await stored.write([...before.list, withdrawal], before)))
      return refused('another withdrawal from this vault was started meanwhile; repeat this one')
    const followed = await follow(withdrawal)
    return followed === 'lost'
      ? refused(`the transaction ${digest} expired; repeat the withdrawal`)
      : ok(followed)
  }

  async function follow(withdrawal: Withdrawal): Promise<Withdrawn | 'lost'> {
    const { digest } = withdrawal
    const currentEpoch = createCurrentEpoch(context)
    const chain = {
      submit: transactions.submit,
      outcome: createOutcomeReader(context, currentEpoch, { isOurs: true }),
    }
    for (let look = 1; ; look++) {
      const found = await sendStored(chain, withdrawal)
      if (found.kind === 'succeeded') {
        await stored.end(withdrawal, { isPaid: true })
        return { kind: 'paid', digest, isEarlier: false }
      }
      if (found.kind !== 'unknown') {
        await stored.end(withdrawal, { isPaid: false })
        return found.kind === 'lost' ? 'lost' : { kind: 'failed', digest, reason: found.reason }
      }
      if (look === MOST_LOOKS) return { kind: 'unknown', digest, reason: found.reason }
      await options.pause()
    }
  }
}

const refused = (reason: string): ChainAnswer<Withdrawn> => ok({ kind: 'refused', reason })

interface Stored {
  readonly list: readonly Withdrawal[]
  readonly text: string | undefined
}

/** The withdrawals of a vault that were paid or may be. They stay in the store, so that none is paid again. */
function storedWithdrawals(keyValues: KeyValueStore, vault: Address) {
  const key = `sui/withdrawals/${vault}`
  const listOf = (text: string | undefined): readonly Withdrawal[] =>
    text === undefined ? [] : JSON.parse(text)
  return {
    async read(): Promise<Stored> {
      const text = (await keyValues.get([key])).get(key)
      return { text, list: listOf(text) }
    },
    /** False if the list is no longer the one that was read. */
    write: (list: readonly Withdrawal[], { text }: Stored): Promise<boolean> =>
      keyValues.transact<boolean>([key], (values) =>
        values.get(key) === text
          ? { writes: new Map([[key, JSON.stringify(list)]]), result: true }
          : { writes: new Map(), result: false },
      ),
    /** Marks a withdrawal as paid, or removes one that had no effect. */
    end: ({ digest }: Withdrawal, { isPaid }: { readonly isPaid: boolean }): Promise<void> =>
      keyValues.transact<void>([key], (values) => {
        const list = listOf(values.get(key)).flatMap((one) =>
          one.digest !== digest ? [one] : isPaid ? [{ ...one, isPaid }] : [],
        )
        return { writes: new Map([[key, JSON.stringify(list)]]), result: undefined }
      }),
  }
}

/** The coin of a paused vault and what each wallet has put into it, or the reason why nothing may be taken from it. */
async function readPausedVault({ client, calls, packageId }: SuiContext, vault: Address) {
  const read = await calls.ask('vault', async (signal) => {
    const { objects } = await client.core.getObjects({
      objectIds: [vault],
      include: { content: true },
      signal,
    })
    return objects[0]
  })
  if (!read.ok) return read
  const object = read.value
  const coinType = object === undefined || object instanceof Error ? null : coinTypeOf(object.type, packageId)
  if (object === undefined || object instanceof Error || coinType === null)
    return ok(`${vault} is not a vault for coins of the package ${packageId}`)
  const { is_paused: isPaused, funders } = DropLayout.parse(object.content)
  if (!isPaused) return ok(`the vault ${vault} is not paused, so it is in use`)
  const deposits = new Map(funders.map(({ from, amount }) => [addressOf(from), BigInt(amount)]))
  return ok({ coinType, deposits })
}

/** The coin that a vault holds. Null if the type is not a vault of coins of this package. */
function coinTypeOf(type: string, packageId: Address): string | null {
  if (!type.includes('::')) return null
  const { address, module, name, typeParams } = parseStructTag(type)
  const [coin] = typeParams
  const isVault = addressOf(address) === packageId && module === 'drop' && name === 'Drop'
  return isVault && typeof coin === 'object' ? normalizeStructTag(coin) : null
}
