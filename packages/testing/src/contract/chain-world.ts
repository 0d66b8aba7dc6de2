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
import { fail, present } from '../assert.ts'
import { sampleAddress, uniquePart } from './sample-records.ts'

/** A key that signs vouchers as the chain expects it. */
export interface ContractKey {
  /** Base64 of the 32 bytes. */
  readonly publicKey: string
  /** Base64 of the 64-byte signature. */
  sign(bytes: Uint8Array): Promise<string>
}

/** What came of something that a wallet sent. */
export type SentByWallet =
  | { readonly kind: 'succeeded'; readonly txHash: string }
  | { readonly kind: 'failed' }

/** A chain on which nothing has happened yet, and what people do on it. */
export interface OpenedChain {
  readonly chain: Chain
  /** The chain's own time. */
  readonly clock: Clock
  /** How many units of one coin there can be. */
  readonly largestSupply: Amount
  newKey(): Promise<ContractKey>
  /** A wallet that can sign, and pay for what it sends; it holds nothing else. */
  newWallet(): Promise<Address>
  /**
   * A coin that nobody had before, all of it in these hands: of wallets, of the operator, of the treasury. None of it
   * came by a payment or through the service. Gives back its type.
   */
  newCoin(holders: readonly { readonly owner: Address; readonly amount: Amount }[]): Promise<string>
  /** A wallet publishes a coin by itself, without what the chain prepares for a token. */
  publish(
    sender: Address,
    coin: { readonly symbol: string; readonly decimals: number; readonly supply: Amount },
  ): Promise<SentByWallet>
  /** Somebody takes a voucher to the chain. */
  claim(voucher: SignedVoucher): Promise<SentByWallet>
  /** A wallet signs and sends what the chain prepared for it. */
  execute(sender: Address, transactionBytes: string): Promise<SentByWallet>
  /** A wallet sends coins that it has. */
  transfer(
    from: Address,
    to: Address,
    coinType: string,
    amount: Amount,
    memo: string | null,
  ): Promise<SentByWallet>
  /** Lets time pass on the chain. */
  advance(byMs: number): Promise<void>
  /** The service cannot reach the chain, or can again. */
  setOutage(isDown: boolean): Promise<void>
}

/** Somebody who gets things and sends nothing. */
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

/** A vault that the operator fills, by a coin of its own unless told which. */
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

/** A vault of pieces. A chain may take two transactions to open it: the first then publishes the collection. */
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

/** A wallet puts some of what it has into a vault. */
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

/** Prepares and sends. A chain may find out early that it would fail, and not prepare it at all. */
export async function sent({ chain }: OpenedChain, action: OperatorAction) {
  const prepared = await chain.prepare(action)
  if (!prepared.ok) {
    if (prepared.error.kind === 'not_possible')
      return { kind: 'failed', reason: prepared.error.reason } as const
    return fail(`the chain answered ${JSON.stringify(prepared.error)}`)
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

export function unwrap<T>(
  answer: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!answer.ok) fail(`the chain answered ${JSON.stringify(answer.error)}`)
  return answer.value
}
