import { createHash, randomInt } from 'node:crypto'
import { type Address, type ChainAnswer, err, ok, type Result } from '@dropkit/core'
import type { SuiClientTypes } from '@mysten/sui/client'
import type { Signer } from '@mysten/sui/cryptography'
import { parseGrpcTransactionResponse } from '@mysten/sui/grpc'
import { Transaction } from '@mysten/sui/transactions'
import { normalizeStructTag } from '@mysten/sui/utils'
import { type Failure, failureOf } from './move-layouts.ts'
import type { CurrentEpoch, Epoch } from './node-facts.ts'
import { isRefusal, refusalOf, refusalReason } from './read-outcome.ts'
import { sendableOf, signTransaction } from './submit-transaction.ts'
import type { SuiContext } from './sui-context.ts'
import { addressOf, given } from './sui-node.ts'
import { TRANSACTION_FIELDS } from './transaction-effects.ts'

export const SUI_TYPE = normalizeStructTag('0x2::sui::SUI')

/** The number of coins that one gathering transaction merges. A transaction accepts at most 256 gas coins. */
const COINS_AT_ONCE = 200
/** If an account has more coins than this many rounds can gather, the call fails and the next call continues. */
const MAX_ROUNDS = 5
const GATHERING_UNITS = 50_000n
const GATHERING_STORAGE = 10_000_000n
const SEEN_WITHIN_MS = 4_000

type Funds = { readonly kind: 'there' } | { readonly kind: 'short'; readonly has: bigint }

type Gathering = Promise<ChainAnswer<'sent' | 'nothing'>>

/** The gatherings that are under way, by account and coin. */
const underWay = new WeakMap<SuiContext['client'], Map<string, Gathering>>()

function gatheringsOf(client: SuiContext['client']): Map<string, Gathering> {
  const gatherings = underWay.get(client) ?? new Map<string, Gathering>()
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
 * Deposits coin objects into the account's address balance, in transactions that do nothing else. Two servers that see the
 * same coins build the same transaction, so that they cannot lock each other's coins.
 */
export function createAddressFunds(context: SuiContext, currentEpoch: CurrentEpoch): AddressFunds {
  const { client, calls, operator, operatorAddress, log } = context

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
  function gatherOnce(owner: Signer, address: Address, coinType: string): Gathering {
    const key = `${address} ${coinType}`
    const running = gatherings.get(key)
    if (running) return running
    const started = gather(owner, address, coinType).finally(() => gatherings.delete(key))
    gatherings.set(key, started)
    return started
  }

  async function gather(owner: Signer, address: Address, coinType: string): Gathering {
    const epoch = await currentEpoch.get()
    if (!epoch.ok) return epoch
    const budget = GATHERING_UNITS * epoch.value.gasPrice + GATHERING_STORAGE
    const paysItself = address === operatorAddress && normalizeStructTag(coinType) === SUI_TYPE
    if (!paysItself) {
      const gas = await ensure(operator, SUI_TYPE, budget)
      if (!gas.ok) return gas
      if (gas.value.kind === 'short') return unavailable(`the operator has no gas to gather coins with`)
    }
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
    return send(await signTransaction(transaction, signers, epoch.value.endsAt))
  }

  async function send(signed: Awaited<ReturnType<typeof signTransaction>>) {
    const { digest } = signed
    const sent = await calls.askOnce('gather_coins', async (signal) => {
      try {
        await client.core.executeTransaction({ ...sendableOf(signed), signal })
        return null
      } catch (error) {
        if (isRefusal(error)) return refusalReason(error)
        throw error
      }
    })
    if (!sent.ok) return sent
    if (sent.value !== null) {
      // Usually another server gathers the same coins plus one that arrived in the meantime.
      log?.warn('coins could not be gathered', { digest, reason: sent.value })
      return ok('sent' as const)
    }
    const seen = await calls.ask('gathered_coins', (signal) =>
      client.core.waitForTransaction({ digest, timeout: SEEN_WITHIN_MS, signal }),
    )
    return seen.ok ? ok('sent' as const) : seen
  }

  return { ensure }
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
  payer: { readonly sender: Address; readonly gasOwner: Address },
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

/** 50 SUI, more than any transaction may cost. A simulation pays nothing. */
const MOST_GAS = 50_000_000_000n
/** A margin for small changes of the storage price and of the used objects until the transaction is executed. */
const HEADROOM_UNITS = 1_000n
const MAX_NONCE = 2 ** 32

/** The gas limits of a transaction. */
export interface Gas {
  /** In MIST. */
  readonly budget: bigint
  /** In MIST per unit of gas; at least the epoch's reference price. */
  readonly price: bigint
}

export interface Payer {
  readonly sender: Address
  /** The account whose address balance pays the gas. */
  readonly gasOwner: Address
}

/**
 * The bytes of a transaction that names no coin. Its gas is paid from an address balance, so that two transactions of one
 * account never need the same object. Its nonce, and its validity for one epoch only, prevent that it is executed twice.
 */
export async function bytesOf(
  commands: Transaction,
  { sender, gasOwner }: Payer,
  epoch: Epoch,
  { budget, price, nonce }: Gas & { readonly nonce: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const transaction = Transaction.from(commands)
  transaction.setSender(sender)
  transaction.setGasOwner(gasOwner)
  transaction.setGasPrice(price)
  transaction.setGasBudget(budget)
  transaction.setGasPayment([])
  const number = String(epoch.number)
  transaction.setExpiration({
    ValidDuring: {
      minEpoch: number,
      maxEpoch: number,
      // The network does not accept timestamps here, only epochs.
      minTimestamp: null,
      maxTimestamp: null,
      chain: epoch.chainId,
      nonce,
    },
  })
  return transaction.build()
}

export const anyNonce = (): number => randomInt(MAX_NONCE)

const EFFECTS = TRANSACTION_FIELDS.map((field) => `transaction.${field}`)

/** The gas that a transaction may cost, or the reason why it would fail in the current state. */
export async function estimateGas(
  { client, calls, packageId, gasPrice }: SuiContext,
  commands: Transaction,
  payer: Payer,
  epoch: Epoch,
): Promise<ChainAnswer<Result<Gas, Failure>>> {
  const bytes = await bytesOf(commands, payer, epoch, {
    budget: MOST_GAS,
    price: epoch.gasPrice,
    nonce: anyNonce(),
  })
  return calls.ask('simulate', async (abort): Promise<Result<Gas, Failure>> => {
    try {
      // The client's own method does not return the price that the node suggests.
      const { response } = await client.transactionExecutionService.simulateTransaction(
        {
          transaction: { bcs: { value: bytes } },
          readMask: { paths: [...EFFECTS, 'suggested_gas_price'] },
          // The node provides the gas of a simulation.
          doGasSelection: false,
        },
        { abort },
      )
      const executed = given(response.transaction, 'what was tried out')
      const { FailedTransaction: failed } = parseGrpcTransactionResponse(executed)
      if (failed) {
        const { error } = failed.status
        return err(error === null ? { reason: 'it would fail', isFinal: false } : failureOf(error, packageId))
      }
      const used = given(executed.effects?.gasUsed, 'the gas that was used')
      const price = gasPrice.next(epoch.gasPrice, response.suggestedGasPrice)
      // The simulation computed the computation cost at the reference price. The result is rounded up, so that the budget
      // covers it.
      const computation =
        (given(used.computationCost, 'its cost') * price + epoch.gasPrice - 1n) / epoch.gasPrice
      return ok({
        price,
        budget: computation + given(used.storageCost, 'the cost of storage') + HEADROOM_UNITS * price,
      })
    } catch (error) {
      if (isRefusal(error)) return err(refusalOf(error))
      throw error
    }
  })
}
