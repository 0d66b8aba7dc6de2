import type { Address } from '@dropkit/core'
import type { SuiClientTypes } from '@mysten/sui/client'
import { SuiGrpcClient } from '@mysten/sui/grpc'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { coinWithBalance, Transaction } from '@mysten/sui/transactions'
import { SUI_TYPE_ARG } from '@mysten/sui/utils'
import { DropLayout } from '../../src/sui/move-layouts.ts'
import { voucherBytes } from '../../src/vouchers.ts'
import { createLoopbackNode, type LoopbackNode, type LoopbackNodeOptions } from './loopback-node.ts'

export const START = 1_800_000_000_000
export const PEPPER = `0x${'77'.repeat(32)}::pepper::PEPPER`
export const WALLET = `0x${'a1'.repeat(32)}`
/** Enough for any transaction here, so that no simulation is needed. */
const BUDGET = 10_000

const include = { effects: true, events: true, balanceChanges: true, objectTypes: true } as const
export type Done = SuiClientTypes.TransactionResult<typeof include>

/** The key of the n-th drop. */
export const dropKey = (n = 1): Ed25519Keypair => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(n))

interface VoucherTerms {
  readonly vaultId: string
  readonly claimer: string
  readonly amount: bigint
  readonly nonce: number
  readonly expiresAtMs: number
}

/** The signature over a voucher, which `claim` takes together with the terms. */
async function signVoucher(terms: VoucherTerms, key: Ed25519Keypair): Promise<Uint8Array> {
  const { vaultId, claimer, amount, nonce, expiresAtMs } = terms
  const voucher = {
    dropObjectId: vaultId as Address,
    claimer: claimer as Address,
    amount: amount as never,
    nonce,
    expiresAt: expiresAtMs,
  }
  return await key.sign(voucherBytes(voucher))
}

type Voucher = Partial<VoucherTerms> & { readonly vaultId: string }

export interface NodeFixture {
  readonly node: LoopbackNode
  readonly client: SuiGrpcClient
  readonly signer: Ed25519Keypair
  readonly address: string
  /** Simulates, signs and sends a transaction, as wallets do. */
  send(transaction: Transaction, signer?: Ed25519Keypair): Promise<Done>
  /** Signs and sends bytes. */
  sendBytes(bytes: Uint8Array, signers?: readonly Ed25519Keypair[]): Promise<Done>
  /** Builds the bytes without a simulation. */
  build(transaction: Transaction): Promise<Uint8Array>
  openVault(deposit: bigint, label?: string): Promise<{ vaultId: string }>
  addClaim(transaction: Transaction, voucher: Voucher, key?: Ed25519Keypair): Promise<void>
  claim(voucher: Voucher, key?: Ed25519Keypair): Promise<Done>
  vault(vaultId: string): Promise<typeof DropLayout.$inferType>
  balanceOf(owner: string, coinType?: string): Promise<bigint>
}

/** Starts a node, with a wallet that has SUI and PEPPER. */
export async function openNode(options: LoopbackNodeOptions = {}): Promise<NodeFixture> {
  const node = await createLoopbackNode({ now: () => START, gasCost: 1_000n, ...options })
  const client = new SuiGrpcClient({ network: 'loopback', baseUrl: node.url })
  const signer = Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(200))
  const address = signer.toSuiAddress()
  node.faucet(address, SUI_TYPE_ARG, 1_000_000_000n)
  node.faucet(address, PEPPER, 10_000n)

  async function send(transaction: Transaction, by = signer): Promise<Done> {
    transaction.setSenderIfNotSet(by.toSuiAddress())
    return await client.signAndExecuteTransaction({ transaction, signer: by, include })
  }

  async function sendBytes(bytes: Uint8Array, by: readonly Ed25519Keypair[] = [signer]): Promise<Done> {
    const signed = await Promise.all(by.map((one) => one.signTransaction(bytes)))
    const signatures = signed.map(({ signature }) => signature)
    return await client.executeTransaction({ transaction: bytes, signatures, include })
  }

  async function build(transaction: Transaction): Promise<Uint8Array> {
    const { objects } = await client.listCoins({ owner: address })
    const initialVersions = await sharedVersions(client, transaction)
    transaction.setSenderIfNotSet(address)
    transaction.setGasBudget(BUDGET)
    transaction.setGasPrice(1_000)
    transaction.setGasPayment(objects)
    const restored = Transaction.from(
      JSON.stringify({ ...transaction.getData(), inputs: named(transaction, initialVersions) }),
    )
    return await restored.build()
  }

  async function addClaim(transaction: Transaction, voucher: Voucher, key = dropKey()): Promise<void> {
    const terms = { claimer: WALLET, amount: 10n, nonce: 1, expiresAtMs: START + 60_000, ...voucher }
    const { pure } = transaction
    transaction.moveCall({
      target: `${node.packageId}::drop::claim`,
      typeArguments: [PEPPER],
      arguments: [
        transaction.object(terms.vaultId),
        pure.address(terms.claimer),
        pure.u64(terms.amount),
        pure.u64(terms.nonce),
        pure.u64(terms.expiresAtMs),
        pure.vector('u8', await signVoucher(terms, key)),
        transaction.object.clock(),
      ],
    })
  }

  return {
    node,
    client,
    signer,
    address,
    send,
    sendBytes,
    build,
    addClaim,

    async openVault(deposit, label = 'a label') {
      const transaction = new Transaction()
      const cap = transaction.moveCall({
        target: `${node.packageId}::drop::create`,
        typeArguments: [PEPPER],
        arguments: [
          coinWithBalance({ type: PEPPER, balance: deposit }),
          transaction.pure.vector('u8', dropKey().getPublicKey().toRawBytes()),
          transaction.pure.vector('u8', Buffer.from(label)),
        ],
      })
      transaction.transferObjects([cap], address)
      const done = succeeded(await send(transaction))
      return { vaultId: createdIn(done, '::drop::Drop<') }
    },

    async claim(voucher, key) {
      const transaction = new Transaction()
      await addClaim(transaction, voucher, key)
      return await sendBytes(await build(transaction))
    },

    async vault(vaultId) {
      const { object } = await client.getObject({ objectId: vaultId, include: { content: true } })
      return DropLayout.parse(object.content)
    },

    balanceOf: async (owner, coinType = SUI_TYPE_ARG) =>
      BigInt((await client.getBalance({ owner, coinType })).balance.balance),
  }
}

/** The id of the object of this type that a transaction created. */
export const createdIn = ({ effects, objectTypes }: ReturnType<typeof succeeded>, type: string): string =>
  effects.changedObjects.find(
    ({ objectId, idOperation }) => idOperation === 'Created' && objectTypes[objectId]?.includes(type),
  )?.objectId ?? ''

/** Returns the transaction. Throws if it failed. */
export function succeeded(done: Done) {
  if (done.$kind === 'FailedTransaction') throw new Error(JSON.stringify(done.FailedTransaction.status))
  return done.Transaction
}

const unresolved = (transaction: Transaction) =>
  transaction
    .getData()
    .inputs.flatMap((input) => (input.$kind === 'UnresolvedObject' ? [input.UnresolvedObject.objectId] : []))

async function sharedVersions(client: SuiGrpcClient, transaction: Transaction) {
  const objectIds = unresolved(transaction)
  const { objects } = await client.getObjects({ objectIds })
  return new Map(
    objects.flatMap((object) =>
      object instanceof Error ? [] : [[object.objectId, object.owner.Shared?.initialSharedVersion ?? '']],
    ),
  )
}

function named(transaction: Transaction, initialVersions: ReadonlyMap<string, string>) {
  return transaction.getData().inputs.map((input) => {
    if (input.$kind !== 'UnresolvedObject') return input
    const { objectId } = input.UnresolvedObject
    const initialSharedVersion = initialVersions.get(objectId) ?? '1'
    return { Object: { SharedObject: { objectId, initialSharedVersion, mutable: BigInt(objectId) !== 6n } } }
  })
}
