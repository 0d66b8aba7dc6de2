import type { Address, Amount, SignedVoucher } from '@dropkit/core'
import type { SentByWallet } from '@dropkit/testing'
import type { Signer } from '@mysten/sui/cryptography'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { coinWithBalance, Transaction } from '@mysten/sui/transactions'
import { fromBase64, parseStructTag, SUI_CLOCK_OBJECT_ID } from '@mysten/sui/utils'
import { addressOf } from '../src/sui/sui-node.ts'
import type { LoopbackNode } from './loopback-node/loopback-node.ts'

const GAS_MIST = 10_000_000_000n

export interface SuiWallets {
  /** Creates a wallet with SUI for gas. */
  newWallet(): Address
  send(sender: Address, transaction: Transaction | Uint8Array): Promise<SentByWallet>
  claim(voucher: SignedVoucher): Promise<SentByWallet>
  transfer(
    from: Address,
    to: Address,
    coinType: string,
    amount: Amount,
    memo: string | null,
  ): Promise<SentByWallet>
  transferAll(
    from: Address,
    to: Address,
    coins: readonly { readonly coinType: string; readonly amount: Amount }[],
  ): Promise<SentByWallet>
}

/** Wallets of users on a loopback node. They build and send transactions as apps do. */
export function createSuiWallets(
  node: LoopbackNode,
  client: SuiGrpcClient,
  known: readonly Signer[],
): SuiWallets {
  const signers = new Map<Address, Signer>()
  const remember = (signer: Signer) => {
    const address = addressOf(signer.toSuiAddress())
    signers.set(address, signer)
    return address
  }
  for (const signer of known) remember(signer)
  let made = 0
  const newWallet = () => {
    const address = remember(Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(100 + made++)))
    node.faucet(address, '0x2::sui::SUI', GAS_MIST)
    return address
  }
  const relayer = newWallet()

  async function send(sender: Address, transaction: Transaction | Uint8Array): Promise<SentByWallet> {
    const signer = signers.get(sender)
    if (signer === undefined) throw new Error(`${sender} has no key here`)
    if (transaction instanceof Transaction) transaction.setSender(sender)
    try {
      const bytes = transaction instanceof Transaction ? await transaction.build({ client }) : transaction
      const { signature } = await signer.signTransaction(bytes)
      const sent = await client.core.executeTransaction({ transaction: bytes, signatures: [signature] })
      return sent.Transaction ? { kind: 'succeeded', txHash: sent.Transaction.digest } : { kind: 'failed' }
    } catch {
      // A wallet sees a failure when it simulates the transaction, and a refusal of the node when it sends it.
      return { kind: 'failed' }
    }
  }

  return {
    newWallet,
    send,

    async claim({ dropObjectId, claimer, amount, nonce, expiresAt, signature }) {
      const { objects } = await client.core.getObjects({ objectIds: [dropObjectId] })
      const [vault] = objects
      if (vault === undefined || vault instanceof Error) return { kind: 'failed' }
      const { module, typeParams } = parseStructTag(vault.type)
      const transaction = new Transaction()
      transaction.moveCall({
        target: `${node.packageId}::${module}::claim`,
        typeArguments: typeParams.length === 0 ? [] : [vault.type.slice(vault.type.indexOf('<') + 1, -1)],
        arguments: [
          transaction.object(dropObjectId),
          transaction.pure.address(claimer),
          transaction.pure.u64(amount),
          transaction.pure.u64(nonce),
          transaction.pure.u64(expiresAt),
          transaction.pure.vector('u8', fromBase64(signature)),
          transaction.object(SUI_CLOCK_OBJECT_ID),
        ],
      })
      return send(relayer, transaction)
    },

    transfer(from, to, coinType, amount, memo) {
      const transaction = new Transaction()
      const coin = transaction.add(coinWithBalance({ type: coinType, balance: amount }))
      if (memo === null) transaction.transferObjects([coin], to)
      else {
        transaction.moveCall({
          target: `${node.packageId}::payment::pay`,
          typeArguments: [coinType],
          arguments: [
            coin,
            transaction.pure.address(to),
            transaction.pure.vector('u8', new TextEncoder().encode(memo)),
          ],
        })
      }
      return send(from, transaction)
    },

    transferAll(from, to, coins) {
      const transaction = new Transaction()
      for (const { coinType, amount } of coins) {
        transaction.transferObjects([coinWithBalance({ type: coinType, balance: amount })], to)
      }
      return send(from, transaction)
    },
  }
}
