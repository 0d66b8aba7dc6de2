import { type Address, err, type Instant, ok, type Refusal, type Result } from '@dropkit/core'
import { createAddressFunds, SUI_TYPE } from './address-funds.ts'
import { createCurrentEpoch } from './current-epoch.ts'
import { anyNonce, bytesOf, estimateGas } from './gas-from-balance.ts'
import { signTransaction } from './signed-bytes.ts'
import type { SponsorBudget } from './sponsor-budget.ts'
import { readSponsoredClaims } from './sponsored-claims.ts'
import { type SuiChainOptions, suiContextOf } from './sui-context.ts'

export interface SponsoredTransaction {
  /** The whole transaction in base64, for the sender to sign as it is. */
  readonly transactionBytes: string
  /** The second signature that it is sent with. */
  readonly sponsorSignature: string
  readonly digest: string
  readonly expiresAt: Instant
}

export interface Sponsor {
  /**
   * Pays the gas of claims that a wallet sends itself. `transactionKindBytes` is what the wallet wants to do, without
   * sender and gas; see `readSponsoredClaims` for what it may be.
   */
  sponsor(wish: {
    readonly sender: Address
    readonly dropObjectId: Address
    readonly transactionKindBytes: string
  }): Promise<Result<SponsoredTransaction, Refusal>>
}

/** No transaction of claims costs more; one that would is not a matter of gas. */
const MOST_GAS = 500_000_000n

export function createSponsor(options: SuiChainOptions, budget: SponsorBudget): Sponsor {
  const context = suiContextOf(options)
  const { packageId, operator, operatorAddress } = context
  const currentEpoch = createCurrentEpoch(context)
  const funds = createAddressFunds(context, currentEpoch)

  return {
    async sponsor({ sender, dropObjectId, transactionKindBytes }) {
      const claims = readSponsoredClaims(transactionKindBytes, { packageId, dropObjectId, sender })
      if (!claims.ok) return claims
      const epoch = await currentEpoch.get()
      if (!epoch.ok) return epoch
      const payer = { sender, gasOwner: operatorAddress }
      // What would fail is not paid for: its vouchers are good, or nothing is signed.
      const gas = await estimateGas(context, claims.value, payer, epoch.value)
      if (!gas.ok) return gas
      if (!gas.value.ok) return err({ kind: 'conflict', message: gas.value.error.reason })
      const { budget: cost, price } = gas.value.value
      if (cost > MOST_GAS) return err({ kind: 'conflict', message: `it may cost ${cost} MIST of gas` })
      const spent = await budget.spend(sender, cost)
      if (!spent.ok) return spent
      const covered = await funds.ensure(operator, SUI_TYPE, cost)
      if (!covered.ok) return covered
      if (covered.value.kind === 'short')
        return err({ kind: 'conflict', message: 'The service has no gas left to pay with' })
      const transaction = await bytesOf(claims.value, payer, epoch.value, {
        budget: cost,
        price,
        nonce: anyNonce(),
      })
      const { bytes, digest, expiresAt } = await signTransaction(transaction, [operator], epoch.value.endsAt)
      const [transactionBytes = '', sponsorSignature = ''] = bytes.split('.')
      return ok({ transactionBytes, sponsorSignature, digest, expiresAt })
    },
  }
}
