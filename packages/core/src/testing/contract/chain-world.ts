import type { Address } from '../../domain/address.ts'
import { type Amount, amountOf } from '../../domain/amount.ts'
import { idOf } from '../../domain/ids.ts'
import type { Chain, OperatorAction, SignedVoucher, TransactionEffects, Voucher } from '../../ports/chain.ts'
import type { Clock } from '../../ports/clock.ts'
import { fail, present } from '../assert.ts'
import { sampleAddress, uniquePart } from './sample-records.ts'

/** A key that signs vouchers as the chain expects it. */
export interface ContractKey {
  /** Base64 of the 32 bytes. */
  readonly publicKey: string
  /** Base64 of the 64-byte signature. */
  sign(bytes: Uint8Array): Promise<string>
}

/** A chain that opens vaults at once, and what a suite needs around it. */
export interface OpenedChain {
  readonly chain: Chain
  /** The chain's own time. */
  readonly clock: Clock
  newKey(): Promise<ContractKey>
  advance(byMs: number): Promise<void>
  setOutage(isDown: boolean): Promise<void>
  /** A wallet submits a voucher by itself. */
  claim(
    voucher: SignedVoucher,
  ): Promise<{ readonly kind: 'succeeded'; readonly txHash: string } | { readonly kind: 'failed' }>
  faucet(owner: Address, coinType: string, amount: Amount): Promise<void>
  /** A wallet sends coins that it has; the hash of what was done. */
  transfer(
    from: Address,
    to: Address,
    coinType: string,
    amount: Amount,
    memo: string | null,
  ): Promise<{ readonly kind: 'succeeded'; readonly txHash: string } | { readonly kind: 'failed' }>
}

export const WALLET = sampleAddress(0xa11ce)
export const SUI = `${sampleAddress(2)}::sui::SUI`
export const VOUCHER_LIFETIME_MS = 900_000
export const amount = (value: number) => amountOf(BigInt(value))

export interface OpenedVault {
  readonly vaultId: Address
  readonly coinType: string
  readonly key: ContractKey
}

let vaultCount = 0

export async function openVault(world: OpenedChain, deposit: Amount): Promise<OpenedVault> {
  const key = await world.newKey()
  vaultCount++
  const { effects } = await done(world, {
    kind: 'open_vault',
    dropId: idOf('drop', uniquePart(vaultCount)),
    type: 'TOKEN',
    coinType: null,
    tokenId: idOf('token', uniquePart(vaultCount)),
    publicKey: key.publicKey,
    deposit,
  })
  const vault = present(effects.vaultsOpened[0], 'the vault')
  return { vaultId: vault.dropObjectId, coinType: vault.coinType, key }
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

export async function sent({ chain }: OpenedChain, action: OperatorAction) {
  const prepared = unwrap(await chain.prepare(action))
  unwrap(await chain.submit(prepared))
  return { digest: prepared.digest, outcome: unwrap(await chain.outcome(prepared.digest)) }
}

export async function done(
  world: OpenedChain,
  action: OperatorAction,
): Promise<{ effects: TransactionEffects }> {
  const { outcome } = await sent(world, action)
  if (outcome.kind !== 'succeeded') fail(`${action.kind} is ${outcome.kind}`)
  return outcome
}

export function unwrap<T>(
  answer: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!answer.ok) fail(`the chain answered ${JSON.stringify(answer.error)}`)
  return answer.value
}
