import { err, type GasSponsor, ok, type Refusal, type Result } from '@dropkit/core'
import { invariant } from '@dropkit/core/internal'
import type { SponsorBudget } from '../sponsor-budget.ts'
import { verifyWalletTransaction, wrongSignature } from '../wallet-verifier.ts'
import type { FakeChain } from './fake-chain.ts'
import type { FakeChainError } from './fake-chain-wallet.ts'
import { nominalGasOf } from './ledger-records.ts'
import { readWalletTransaction } from './wallet-transaction.ts'

/** The gas sponsor on the fake chain, where gas costs nothing. The budgets count what a claim would cost on Sui. */
export function createFakeSponsor(
  chain: Pick<FakeChain, 'prepareClaim' | 'execute'>,
  budget: SponsorBudget,
): GasSponsor {
  return {
    async prepare(voucher, coinType, claimer) {
      const { dropObjectId } = voucher
      const gas = nominalGasOf({ kind: 'deliver_claims', coinType, vouchers: [voucher] })
      const room = await budget.look({ claimer, dropObjectId }, gas)
      if (!room.ok) return room
      const prepared = await chain.prepareClaim(voucher, coinType, claimer)
      if (!prepared.ok) {
        const { error } = prepared
        return err(
          error.kind === 'not_possible'
            ? { kind: 'conflict', reason: 'CHAIN_REFUSED', message: error.reason }
            : error,
        )
      }
      const read = readWalletTransaction(prepared.value)
      invariant(read.ok, 'the chain reads what it prepared')
      return ok({ transactionBytes: prepared.value, digest: read.value.digest, gas })
    },

    async send({ transactionBytes, digest, gas, claimer, dropObjectId, until }, signature, sender) {
      const bytes = Buffer.from(transactionBytes, 'base64')
      const isSigned = await verifyWalletTransaction(bytes, { address: claimer, signature, sender }, null)
      if (!isSigned.ok) return isSigned
      if (!isSigned.value) return err(wrongSignature(claimer))
      const count = (report: 'taken' | 'spent' | 'unspent') =>
        budget.once(report, { claimer, dropObjectId }, gas, { digest, until })
      const taken = await count('taken')
      if (!taken.ok) return taken
      const sent = await chain.execute({ sender: claimer, transactionBytes })
      await count(sent.ok || sent.error.kind === 'chain_unavailable' ? 'spent' : 'unspent')
      return sent.ok ? ok(undefined) : refusedBy(sent.error)
    },
  }
}

function refusedBy(error: FakeChainError): Result<never, Refusal> {
  if (error.kind === 'chain_unavailable') return err(error)
  const message = error.kind === 'aborted' ? `${error.abort}: ${error.reason}` : error.reason
  return err({ kind: 'conflict', reason: 'CHAIN_REFUSED', message })
}
