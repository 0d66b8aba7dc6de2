import {
  type Address,
  type Amount,
  amountOf,
  type Chain,
  type Clock,
  type OperatorAction,
  type SignedVoucher,
  type TransactionEffects,
  type Voucher,
} from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import { assertTrue, fail, present } from '../assert.ts'
import { sampleAddress, uniquePart } from './sample-records.ts'

/** A key that signs vouchers in the format that the chain expects. */
export interface ContractKey {
  /** The 32 bytes in base64. */
  readonly publicKey: string
  /** Returns the 64-byte signature in base64. */
  sign(bytes: Uint8Array): Promise<string>
}

/** The result of a transaction that a wallet sent. */
export type SentByWallet =
  | { readonly kind: 'succeeded'; readonly txHash: string }
  | { readonly kind: 'failed' }

/** A new chain without transactions, and the actions of wallets on it. */
export interface OpenedChain {
  readonly chain: Chain
  /** The chain's own time. */
  readonly clock: Clock
  /** The largest supply of one coin. */
  readonly largestSupply: Amount
  newKey(): Promise<ContractKey>
  /** Creates a wallet that can sign and pay for its transactions. It holds nothing else. */
  newWallet(): Promise<Address>
  /**
   * Creates a coin and gives all of it to these owners: wallets, the operator or the treasury. None of it arrives as a
   * payment or through the service. Returns the coin type.
   */
  newCoin(holders: readonly { readonly owner: Address; readonly amount: Amount }[]): Promise<string>
  /** A wallet publishes a coin itself, not with a transaction that the chain prepared for a token. */
  publish(
    sender: Address,
    coin: { readonly symbol: string; readonly decimals: number; readonly supply: Amount },
  ): Promise<SentByWallet>
  /** A wallet submits a voucher to the chain. */
  claim(voucher: SignedVoucher): Promise<SentByWallet>
  /** A wallet signs and sends a transaction that the chain prepared for it. */
  execute(sender: Address, transactionBytes: string): Promise<SentByWallet>
  /** A wallet transfers its coins. */
  transfer(
    from: Address,
    to: Address,
    coinType: string,
    amount: Amount,
    memo: string | null,
  ): Promise<SentByWallet>
  /**
   * A wallet transfers several coins to one receiver in one transaction. Null if a transaction on this chain makes at most
   * one payment.
   */
  readonly transferAll:
    | ((
        from: Address,
        to: Address,
        coins: readonly { readonly coinType: string; readonly amount: Amount }[],
      ) => Promise<SentByWallet>)
    | null
  /** Advances the chain's time. */
  advance(byMs: number): Promise<void>
  /** Starts or ends an outage in which the service cannot reach the chain. */
  setOutage(isDown: boolean): Promise<void>
}

/** A wallet that only receives and sends nothing. */
export const WALLET = sampleAddress(0xa11ce)
export const VOUCHER_LIFETIME_MS = 900_000
export const amount = (value: number) => amountOf(BigInt(value))

export interface OpenedVault {
  readonly vaultId: Address
  readonly coinType: string
  readonly key: ContractKey
}

let vaultCount = 0

export async function openAction(
  world: OpenedChain,
  more: Partial<Extract<OperatorAction, { kind: 'open_vault' }>> = {},
): Promise<{ readonly key: ContractKey; readonly action: OperatorAction }> {
  const key = await world.newKey()
  vaultCount++
  const action: OperatorAction = {
    kind: 'open_vault',
    dropId: idOf('drop', uniquePart(vaultCount)),
    type: 'TOKEN',
    coinType: null,
    tokenId: idOf('token', uniquePart(vaultCount)),
    publicKey: key.publicKey,
    deposit: amount(0),
    ...more,
  }
  return { key, action }
}

/** Opens a vault that the operator fills. By default, its coin is new. */
export async function openVault(
  world: OpenedChain,
  deposit: Amount,
  coinType?: string,
): Promise<OpenedVault> {
  const holders = [{ owner: world.chain.operatorAddress, amount: deposit }]
  const { key, action } = await openAction(world, {
    coinType: coinType ?? (await world.newCoin(holders)),
    deposit,
  })
  const vault = present((await done(world, action)).effects.vaultsOpened[0], 'the vault')
  return { vaultId: vault.dropObjectId, coinType: vault.coinType, key }
}

/** Opens a vault of pieces. A chain may need two transactions for this: the first then publishes the collection. */
export async function openPieces(world: OpenedChain, deposit: Amount): Promise<OpenedVault> {
  const { key, action } = await openAction(world, { type: 'NFT', deposit })
  const [opened] = (await done(world, action)).effects.vaultsOpened
  const vault = present(opened ?? (await done(world, action)).effects.vaultsOpened[0], 'the vault')
  return { vaultId: vault.dropObjectId, coinType: vault.coinType, key }
}

export const vaultState = async ({ chain }: OpenedChain, { vaultId }: Pick<OpenedVault, 'vaultId'>) =>
  unwrap(await chain.vaults([vaultId])).get(vaultId)

export const balanceIn = async ({ chain }: OpenedChain, coinType: string, owner: Address) =>
  unwrap(await chain.balances(coinType, [owner])).get(owner)

/** Deposits from a wallet into a vault. */
export async function depositFrom(
  world: OpenedChain,
  sender: Address,
  { vaultId, coinType }: OpenedVault,
  value: Amount,
): Promise<SentByWallet> {
  const bytes = await world.chain.prepareDeposit({ dropObjectId: vaultId, coinType }, value, sender)
  return world.execute(sender, unwrap(bytes))
}

export async function signed(
  { chain, clock }: OpenedChain,
  { vaultId, key }: OpenedVault,
  asked: Pick<Voucher, 'amount' | 'nonce'> & Partial<Voucher>,
  lifetimeMs = VOUCHER_LIFETIME_MS,
): Promise<SignedVoucher> {
  const voucher: Voucher = {
    dropObjectId: vaultId,
    claimer: WALLET,
    expiresAt: clock.now() + lifetimeMs,
    ...asked,
  }
  return { ...voucher, signature: await key.sign(chain.voucherBytes(voucher)) }
}

/** Prepares and sends a transaction. A chain may detect early that the transaction would fail, and then prepares none. */
export async function sent({ chain }: OpenedChain, action: OperatorAction) {
  const prepared = await chain.prepare(action)
  if (!prepared.ok) {
    const { error } = prepared
    if (error.kind === 'not_possible')
      return { kind: 'failed', reason: error.reason, isFinal: error.isFinal ?? false } as const
    return fail(`the chain answered ${JSON.stringify(error)}`)
  }
  unwrap(await chain.submit(prepared.value))
  return unwrap(await chain.outcome(prepared.value.digest))
}

export async function done(
  world: OpenedChain,
  action: OperatorAction,
): Promise<{ effects: TransactionEffects }> {
  const outcome = await sent(world, action)
  if (outcome.kind !== 'succeeded') fail(`${action.kind} is ${outcome.kind}`)
  return outcome
}

/** Asserts that a state which was read after a transaction has the time of a state since then. */
export function assertReadSince(
  world: OpenedChain,
  { at }: Pick<TransactionEffects, 'at'>,
  chainTime: number,
): void {
  const now = world.clock.now()
  assertTrue(at <= chainTime && chainTime <= now, `the chain's time ${chainTime} is from ${at} to ${now}`)
}

export function unwrap<T>(
  answer: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!answer.ok) fail(`the chain answered ${JSON.stringify(answer.error)}`)
  return answer.value
}
