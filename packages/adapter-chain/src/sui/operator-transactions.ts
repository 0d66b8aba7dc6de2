import {
  type Address,
  type Amount,
  type Chain,
  type ChainAnswer,
  err,
  type OperatorAction,
  ok,
  type SignedTransaction,
  type Submission,
} from '@dropkit/core'
import { unreachable, ZERO } from '@dropkit/core/internal'
import type { Signer } from '@mysten/sui/cryptography'
import type { Transaction } from '@mysten/sui/transactions'
import { normalizeStructTag } from '@mysten/sui/utils'
import { vaultOf } from '../move-types.ts'
import { createAddressFunds, SUI_TYPE } from './address-funds.ts'
import { createCoinRegistrations } from './coin-registrations.ts'
import { createCollections } from './collections.ts'
import { anyNonce, bytesOf, estimateGas, type Payer } from './gas.ts'
import { createCurrentEpoch } from './node-facts.ts'
import {
  type ActionTargets,
  type Share,
  sharesTransaction,
  shareTransaction,
  transactionOf,
  vaultModuleOf,
} from './operator-commands.ts'
import { signTransaction, submitTransaction } from './submit-transaction.ts'
import type { SuiContext } from './sui-context.ts'
import { createVaultHandles } from './vault-handles.ts'

interface VaultOfCoins {
  readonly dropObjectId: Address
  readonly coinType: string
}

/** The transactions that the service signs with its own keys. */
export interface OperatorTransactions {
  readonly prepare: Chain['prepare']
  /** Pays one share from a vault of coins. */
  prepareShare(vault: VaultOfCoins, share: Share): ReturnType<Chain['prepare']>
  submit(transaction: SignedTransaction): Promise<ChainAnswer<Submission>>
}

const deniedIn = (error: object): string | undefined =>
  'denied' in error && typeof error.denied === 'string' ? error.denied : undefined

const notPossible = (reason: string) => err({ kind: 'not_possible', reason, isFinal: false } as const)

/**
 * Every transaction takes its gas and its coins from address balances (`address-funds.ts`), so that any number of them
 * may be open at once. The only object that a transaction consumes is the `OwnerCap` of a vault.
 */
export function createOperatorTransactions(context: SuiContext): OperatorTransactions {
  const { packageId, operator, operatorAddress, treasury, treasuryAddress } = context
  const currentEpoch = createCurrentEpoch(context)
  const funds = createAddressFunds(context, currentEpoch)
  const vaults = createVaultHandles(context)
  const collections = createCollections(context)
  const registrations = createCoinRegistrations(context)

  const prepare: Chain['prepare'] = async (action) => {
    if (action.kind === 'open_vault' && action.type === 'TOKEN' && action.coinType === null)
      return notPossible('EWrongCoin: the token is not deployed')
    const targets =
      action.kind === 'open_vault' && action.type === 'NFT'
        ? await collectionOf(action)
        : await targetsOf(action)
    if (!targets.ok) return targets
    const sender = action.kind === 'pay' ? treasury : operator
    const taken = withdrawalOf(action, packageId)
    if (taken !== null) {
      const covered = await cover(sender, taken.coinType, taken.amount)
      if (!covered.ok) return covered
    }
    if (action.kind === 'close_vault') return prepareClosing(action, targets.value)
    const prepared = await finish(transactionOf(action, targets.value), sender, taken)
    const isWithout =
      !prepared.ok && prepared.error.kind === 'not_possible' && targets.value.registration != null
    // Anyone may register the coin in the meantime. The vault must be opened in any case.
    return isWithout
      ? finish(transactionOf(action, { ...targets.value, registration: null }), sender, taken)
      : prepared
  }

  /**
   * The shares of the opener and of former operators go to the operator's account of today: `close` would pay them to these
   * accounts, whose keys may have been stolen since. If the coin is denied to a wallet that filled the vault, the vault cannot be
   * closed. All other wallets get their shares, and that wallet's share stays in the vault, which is paused. The operator
   * can withdraw it with `drop::withdraw`.
   */
  async function prepareClosing(
    action: Extract<OperatorAction, { kind: 'close_vault' }>,
    targets: ActionTargets,
  ): ReturnType<Chain['prepare']> {
    const { dropObjectId, coinType } = action
    const former = await context.formerOperators()
    const funded = targets.shares ?? []
    const shares = funded.map((share, index) =>
      index === 0 || former.includes(share.to) ? { ...share, to: operatorAddress } : share,
    )
    const isOfOther = shares.some(({ to }, index) => to !== funded[index]?.to)
    const denied = new Set<string>()
    let commands = isOfOther
      ? sharesTransaction(coinType, shares, targets, 'close')
      : transactionOf(action, targets)
    for (;;) {
      const prepared = await finish(commands, operator, null)
      const address = prepared.ok ? undefined : deniedIn(prepared.error)
      if (address === undefined || denied.has(address)) return prepared
      denied.add(address)
      const unpaid = shares.filter(({ to }) => denied.has(to))
      context.log?.error('a vault keeps the share of a wallet that may not receive its coin', {
        vault: dropObjectId,
        coinType,
        unpaid: unpaid.map(({ to, amount }) => `${to}: ${amount}`).join(', '),
      })
      const paid = shares.filter(({ to }) => !denied.has(to))
      commands = sharesTransaction(coinType, paid, targets, 'pause')
    }
  }

  /** An NFT drop is opened in two transactions: the first publishes its collection, the second opens it. */
  async function collectionOf({ dropId, pieces }: Extract<OperatorAction, { kind: 'open_vault' }>) {
    const targets: ActionTargets = { packageId, operator: operatorAddress }
    if ((pieces?.royaltyBasisPoints ?? 0) > 0 && context.kioskRules === null)
      return notPossible(
        'ENoKioskRules: SUI_KIOSK_RULES_PACKAGE_ID must be set, because the drop has a royalty',
      )
    const published = await collections.proofOf(dropId, pieces?.name ?? '')
    if (!published.ok) return published
    if (published.value === null) return ok(targets)
    const shared = await collections.sharedObjects()
    if (!shared.ok) return shared
    if (shared.value === null)
      return notPossible('ENoRegistrar: SUI_NFT_REGISTRAR_ID must be set, because the node does not show it')
    const owner = pieces?.owner ?? treasuryAddress
    const collection = { ...published.value, ...shared.value, owner, kioskRules: context.kioskRules }
    return ok({ ...targets, collection })
  }

  async function targetsOf(action: OperatorAction) {
    const targets: ActionTargets = { packageId, operator: operatorAddress }
    if (action.kind === 'open_vault' && action.coinType !== null) {
      const registration = await registrations.find(action.coinType)
      return registration.ok ? ok({ ...targets, registration: registration.value }) : registration
    }
    const dropObjectId = vaultOf(action)
    if (dropObjectId === null || !('coinType' in action) || action.coinType === null) return ok(targets)
    const { coinType } = action
    const found = await vaults.find({ dropObjectId, coinType }, { withCap: needsCap(action, packageId) })
    if (!found.ok) return found
    return found.value.kind === 'unusable'
      ? notPossible(found.value.reason)
      : ok({ ...targets, ...found.value })
  }

  const prepareShare: OperatorTransactions['prepareShare'] = async (vault, share) => {
    const found = await vaults.find(vault, { withCap: true })
    if (!found.ok) return found
    if (found.value.kind === 'unusable') return notPossible(found.value.reason)
    const targets = { ...found.value, packageId, operator: operatorAddress }
    return finish(shareTransaction(vault.coinType, share, targets), operator, null)
  }

  async function finish(
    commands: Transaction,
    sender: Signer,
    taken: { readonly coinType: string; readonly amount: bigint } | null,
  ): ReturnType<Chain['prepare']> {
    const payer = {
      sender: sender === operator ? operatorAddress : treasuryAddress,
      gasOwner: operatorAddress,
    }
    const estimated = await estimate(commands, payer)
    if (!estimated.ok) return estimated
    const { epoch, gas } = estimated.value
    const { budget } = gas
    const isOfTheSame =
      taken !== null && payer.sender === operatorAddress && normalizeStructTag(taken.coinType) === SUI_TYPE
    const covered = await cover(operator, SUI_TYPE, isOfTheSame ? budget + taken.amount : budget)
    if (!covered.ok) return covered
    const bytes = await bytesOf(commands, payer, epoch, { ...gas, nonce: anyNonce() })
    const signers = payer.sender === payer.gasOwner ? [operator] : [sender, operator]
    return ok({ ...(await signTransaction(bytes, signers, epoch.endsAt)), gas: budget })
  }

  /** If the estimate fails because the cached epoch is over, it is repeated in the new epoch. */
  async function estimate(commands: Transaction, payer: Payer) {
    const current = await currentEpoch.get()
    if (!current.ok) return current
    const gas = await estimateGas(context, commands, payer, current.value)
    if (!gas.ok) return gas
    if (gas.value.ok) return ok({ epoch: current.value, gas: gas.value.value })
    const epoch = await currentEpoch.ask()
    if (!epoch.ok) return epoch
    if (epoch.value.number === current.value.number)
      return err({ kind: 'not_possible', ...gas.value.error } as const)
    const again = await estimateGas(context, commands, payer, epoch.value)
    if (!again.ok) return again
    return again.value.ok
      ? ok({ epoch: epoch.value, gas: again.value.value })
      : err({ kind: 'not_possible', ...again.value.error } as const)
  }

  async function cover(owner: Signer, coinType: string, amount: bigint) {
    const covered = await funds.ensure(owner, coinType, amount)
    if (!covered.ok || covered.value.kind === 'there') return covered
    const who = owner === operator ? 'the operator' : 'the treasury'
    return notPossible(
      `EInsufficientBalance: ${who} has ${covered.value.has} of ${coinType}, and ${amount} is needed`,
    )
  }

  return { prepare, prepareShare, submit: (transaction) => submitTransaction(context, transaction) }
}

/** Whether an action requires the `OwnerCap` of the vault. */
export function needsCap(action: OperatorAction, packageId: Address): boolean {
  switch (action.kind) {
    case 'open_vault':
    case 'pay':
      return false
    case 'fund_vault':
      return vaultModuleOf(action.coinType, packageId).module === 'nft_drop'
    case 'deliver_claims':
      return action.throughPause === true
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
      return true
    default:
      return unreachable(action)
  }
}

/** The amount that an action takes from the address balance of its sender. Null if it takes nothing. */
export function withdrawalOf(
  action: OperatorAction,
  packageId: Address,
): { readonly coinType: string; readonly amount: Amount } | null {
  const coinType = 'coinType' in action ? action.coinType : null
  const amount = amountTaken(action)
  const isOfCoins = coinType !== null && vaultModuleOf(coinType, packageId).module === 'drop'
  return isOfCoins && amount !== ZERO ? { coinType, amount } : null
}

function amountTaken(action: OperatorAction): Amount {
  switch (action.kind) {
    case 'open_vault':
      return action.type === 'NFT' ? ZERO : action.deposit
    case 'fund_vault':
      return action.deposit
    case 'pay':
      return action.amount
    case 'deliver_claims':
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
      return ZERO
    default:
      return unreachable(action)
  }
}
