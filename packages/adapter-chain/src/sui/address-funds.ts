import { createHash } from 'node:crypto'
import { type Address, type ChainAnswer, err, ok, type SignedTransaction } from '@dropkit/core'
import type { SuiClientTypes } from '@mysten/sui/client'
import type { Signer } from '@mysten/sui/cryptography'
import { Transaction } from '@mysten/sui/transactions'
import { normalizeStructTag } from '@mysten/sui/utils'
import { bytesOf, type Payer } from './gas.ts'
import type { CurrentEpoch, Epoch } from './node-facts.ts'
import { isRefusal, refusalReason } from './read-outcome.ts'
import { isUsedUp, sendableOf, signTransaction } from './submit-transaction.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf } from './sui-node.ts'

export const SUI_TYPE = normalizeStructTag('0x2::sui::SUI')

/** The number of coins that one gathering transaction merges. A transaction accepts at most 256 gas coins. */
const COINS_AT_ONCE = 200
/** If an account has more coins than this many rounds can gather, the call fails and the next call continues. */
const MAX_ROUNDS = 5
const GATHERING_UNITS = 50_000n
const GATHERING_STORAGE = 10_000_000n
const SEEN_WITHIN_MS = 4_000

type Funds = { readonly kind: 'there' } | { readonly kind: 'short'; readonly has: bigint }

type Answer = Promise<ChainAnswer<'sent' | 'nothing'>>

/** The gatherings that are under way, by account and coin. */
const underWay = new WeakMap<SuiContext['client'], Map<string, Answer>>()

function gatheringsOf(client: SuiContext['client']): Map<string, Answer> {
  const gatherings = underWay.get(client) ?? new Map<string, Answer>()
  underWay.set(client, gatherings)
  return gatherings
}

export interface AddressFunds {
  /**
   * Ensures that an account's address balance holds at least `amount`, by depositing the account's coin objects if needed.
   */
  ensure(owner: Signer, coinType: string, amount: bigint): Promise<ChainAnswer<Funds>>
}

/**
 * Deposits coin objects into the account's address balance, in transactions that do nothing else. The network locks coins
 * until the epoch ends if it gets two transactions that name them, so all servers of a store send one at a time for an
 * account and coin. Without a store, servers that see the same coins build the same transaction.
 */
export function createAddressFunds(context: SuiContext, currentEpoch: CurrentEpoch): AddressFunds {
  const { client, calls, operator, operatorAddress, log } = context
  const stored = storedGatherings(context)

  async function ensure(owner: Signer, coinType: string, amount: bigint): Promise<ChainAnswer<Funds>> {
    const address = addressOf(owner.toSuiAddress())
    let hadNothing = false
    for (let round = 0; ; round++) {
      const asked = await calls.ask('balance', (signal) =>
        client.core.getBalance({ owner: address, coinType, signal }),
      )
      if (!asked.ok) return asked
      const balance = asked.value.balance
      const inBalance = BigInt(balance.addressBalance)
      const has = BigInt(balance.balance)
      if (inBalance >= amount) return ok({ kind: 'there' })
      if (has < amount || hadNothing) return ok({ kind: 'short', has: hadNothing ? inBalance : has })
      if (round === MAX_ROUNDS) return unavailable('its coins are still being gathered')
      const gathered = await gatherOnce(owner, address, coinType)
      if (!gathered.ok) return gathered
      // Another server may have gathered them just now. If so, the next read of the balance shows it.
      hadNothing = gathered.value === 'nothing'
    }
  }

  const gatherings = gatheringsOf(client)

  /**
   * Callers that need the same coins share one gathering, also those of the gas sponsor. Two at once could name the same coins in
   * different transactions, if a coin arrives between their reads, and the network locks coins for which it got both until the
   * epoch ends.
   */
  function gatherOnce(owner: Signer, address: Address, coinType: string): Answer {
    const key = `${address} ${coinType}`
    const running = gatherings.get(key)
    if (running) return running
    const started = gather(owner, address, coinType).finally(() => gatherings.delete(key))
    gatherings.set(key, started)
    return started
  }

  async function gather(owner: Signer, address: Address, coinType: string): Answer {
    const epoch = await currentEpoch.get()
    if (!epoch.ok) return epoch
    const budget = GATHERING_UNITS * epoch.value.gasPrice + GATHERING_STORAGE
    const paysItself = address === operatorAddress && normalizeStructTag(coinType) === SUI_TYPE
    if (!paysItself) {
      const gas = await ensure(operator, SUI_TYPE, budget)
      if (!gas.ok) return gas
      if (gas.value.kind === 'short') return unavailable(`the operator has no gas to gather coins with`)
    }
    const begun = await stored.read(address, coinType, epoch.value)
    if (begun !== undefined) return finish(begun)
    const listed = await calls.ask('coins', (signal) =>
      client.core.listCoins({ owner: address, coinType, limit: COINS_AT_ONCE, signal }),
    )
    if (!listed.ok) return listed
    const coins = listed.value.objects.toSorted((a, b) => (a.objectId < b.objectId ? -1 : 1))
    const transaction = paysItself
      ? await gatherGas(coins, address, epoch.value, budget)
      : await gatherCoins(coins, { sender: address, gasOwner: operatorAddress }, coinType, {
          epoch: epoch.value,
          budget,
        })
    if (transaction === null) return ok('nothing')
    const signers = address === operatorAddress ? [owner] : [owner, operator]
    const signed = await signTransaction(transaction, signers, epoch.value.endsAt)
    const begins = { address, coinType, epoch: String(epoch.value.number), signed }
    // Another server has begun one. The next round finishes it.
    return (await stored.begin(begins)) ? finish(begins) : ok('sent')
  }

  /** Sends a gathering (again: the same bytes take effect once), which stays stored until its outcome is known. */
  async function finish(gathering: Gathering): Answer {
    const { digest } = gathering.signed
    const { transaction, signatures } = sendableOf(gathering.signed)
    const sent = await calls.askOnce('gather_coins', async (signal) => {
      try {
        await client.core.executeTransaction({ transaction, signatures, signal })
        return null
      } catch (error) {
        if (isRefusal(error)) return refusalReason(error)
        throw error
      }
    })
    if (!sent.ok) return sent
    if (sent.value !== null) {
      log?.warn('coins could not be gathered', { digest, reason: sent.value })
      // If its coins have moved without it, it can never take effect. Otherwise a validator may have signed it, although
      // this node does not take it: a new transaction that names the same coins could lock them, so this one stays until its
      // epoch ends.
      const used = await isUsedUp(context, transaction, digest)
      if (!used.ok) return used
      if (used.value !== 'impossible') return unavailable(`coins cannot be gathered: ${sent.value}`)
      await stored.end(gathering)
      return ok('sent' as const)
    }
    const seen = await calls.ask('gathered_coins', (signal) =>
      client.core.waitForTransaction({ digest, timeout: SEEN_WITHIN_MS, signal }),
    )
    if (!seen.ok) return seen
    await stored.end(gathering)
    return ok('sent' as const)
  }

  return { ensure }
}

/** A signed transaction that gathers coins. */
interface Gathering {
  readonly address: Address
  readonly coinType: string
  /** The only epoch in which it can take effect. */
  readonly epoch: string
  readonly signed: SignedTransaction
}

/** The gatherings whose outcome is unknown, at most one for each account and coin. */
function storedGatherings({ keyValues }: SuiContext) {
  const keyOf = ({ address, coinType }: Pick<Gathering, 'address' | 'coinType'>): string =>
    `sui/gathering/${createHash('sha256').update(`${address} ${coinType}`).digest('hex')}`

  async function end(gathering: Gathering): Promise<void> {
    const key = keyOf(gathering)
    const text = JSON.stringify(gathering)
    await keyValues?.transact<void>([key], (values) => ({
      writes: new Map(values.get(key) === text ? [[key, null]] : []),
      result: undefined,
    }))
  }

  return {
    async read(address: Address, coinType: string, { number }: Epoch): Promise<Gathering | undefined> {
      const key = keyOf({ address, coinType })
      const text = (await keyValues?.get([key]))?.get(key)
      const gathering: Gathering | undefined = text === undefined ? undefined : JSON.parse(text)
      if (gathering === undefined || BigInt(gathering.epoch) >= number) return gathering
      await end(gathering)
      return undefined
    },
    /** False if another one is stored. */
    async begin(gathering: Gathering): Promise<boolean> {
      if (keyValues === undefined) return true
      const key = keyOf(gathering)
      return keyValues.transact<boolean>([key], (values) =>
        values.has(key)
          ? { writes: new Map(), result: false }
          : { writes: new Map([[key, JSON.stringify(gathering)]]), result: true },
      )
    },
    end,
  }
}

/** Uses the coins as gas and deposits everything except the budget. Null if they are worth less than two budgets. */
async function gatherGas(
  coins: readonly SuiClientTypes.Coin[],
  owner: Address,
  epoch: Epoch,
  budget: bigint,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const sum = sumOf(coins)
  if (sum < 2n * budget) return null
  const transaction = new Transaction()
  const [coin] = transaction.splitCoins(transaction.gas, [sum - budget])
  sendToBalance(transaction, SUI_TYPE, coin, owner)
  transaction.setSender(owner)
  transaction.setGasPrice(epoch.gasPrice)
  transaction.setGasBudget(budget)
  transaction.setGasPayment(coins.map(({ objectId, version, digest }) => ({ objectId, version, digest })))
  transaction.setExpiration({ Epoch: String(epoch.number) })
  return transaction.build()
}

async function gatherCoins(
  coins: readonly SuiClientTypes.Coin[],
  payer: Payer,
  coinType: string,
  { epoch, budget }: { readonly epoch: Epoch; readonly budget: bigint },
): Promise<Uint8Array<ArrayBuffer> | null> {
  const transaction = new Transaction()
  const [first, ...others] = coins.map((coin) => transaction.objectRef(coin))
  if (first === undefined) return null
  if (others.length > 0) transaction.mergeCoins(first, others)
  sendToBalance(transaction, coinType, first, payer.sender)
  return bytesOf(transaction, payer, epoch, {
    budget,
    // The price is the same on every server, so that the same coins give the same transaction.
    price: epoch.gasPrice,
    nonce: nonceOf(coins),
  })
}

function sendToBalance(
  transaction: Transaction,
  coinType: string,
  coin: Parameters<Transaction['mergeCoins']>[0],
  owner: Address,
): void {
  transaction.moveCall({
    target: '0x2::coin::send_funds',
    typeArguments: [coinType],
    arguments: [typeof coin === 'string' ? transaction.object(coin) : coin, transaction.pure.address(owner)],
  })
}

const sumOf = (coins: readonly SuiClientTypes.Coin[]): bigint =>
  coins.reduce((sum, { balance }) => sum + BigInt(balance), 0n)

/** Derived from the coins, so that it is the same on every server. */
function nonceOf(coins: readonly SuiClientTypes.Coin[]): number {
  const hash = createHash('sha256')
  for (const { objectId, version } of coins) hash.update(`${objectId} ${version} `)
  return hash.digest().readUInt32LE()
}

const unavailable = (reason: string) => err({ kind: 'chain_unavailable', reason } as const)
