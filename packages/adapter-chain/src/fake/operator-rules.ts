import { type Address, type Amount, amountOf, type OperatorAction, ok, type Result } from '@dropkit/core'
import { normalizeType, sharesOfLeftover, unreachable, ZERO } from '@dropkit/core/internal'
import { isPublicKey } from '../vouchers.ts'
import { applyAll, type LedgerRule } from './ledger.ts'
import { balanceOf, credit, debit, deposit, type LedgerPage, openVaultOf, putVault } from './ledger-page.ts'
import {
  abortWith,
  balanceKey,
  coinTypeOfToken,
  DROP_PACKAGE_ID,
  type MoveAbort,
  OPERATOR_ADDRESS,
  objectIdOf,
  TREASURY_ADDRESS,
  type VaultRecord,
} from './ledger-records.ts'
import { createSignatureCheck, keysOfVoucher, payVoucher } from './pay-voucher.ts'

export interface OperatorRuleContext {
  readonly digest: string
  /** Whether the missing part of an operator's deposit is minted. */
  readonly mintsDeposits: boolean
  /** The vaults that the action names, as read just before. The type that they hold does not change. */
  readonly vaults: ReadonlyMap<Address, VaultRecord>
}

type Action<Kind extends OperatorAction['kind']> = Extract<OperatorAction, { readonly kind: Kind }>

export function vaultIdsOf(action: OperatorAction): readonly Address[] {
  switch (action.kind) {
    case 'open_vault':
    case 'pay':
      return []
    case 'deliver_claims':
      return [...new Set(action.vouchers.map(({ dropObjectId }) => dropObjectId))]
    case 'fund_vault':
    case 'rotate_key':
    case 'pause_vault':
    case 'resume_vault':
    case 'close_vault':
      return [action.dropObjectId]
    default:
      return unreachable(action)
  }
}

export function ruleOf(action: OperatorAction, context: OperatorRuleContext): LedgerRule {
  switch (action.kind) {
    case 'open_vault':
      return openVaultRule(action, context)
    case 'fund_vault':
      return fundVaultRule(action, context)
    case 'deliver_claims':
      return deliverClaimsRule(action, context)
    case 'rotate_key':
      return rotateKeyRule(action)
    case 'pause_vault':
      return pauseRule(action, true)
    case 'resume_vault':
      return pauseRule(action, false)
    case 'close_vault':
      return closeVaultRule(action, context)
    case 'pay':
      return payRule(action)
    default:
      return unreachable(action)
  }
}

/** The type of the pieces of an NFT drop. Each drop has its own type, so that gating can ask for it. */
const pieceTypeOf = (dropId: string): string => `${objectIdOf('pieces', dropId)}::nft_drop::NFT`

/** The coin of a token that is not deployed. An action that an earlier version prepared has no symbol. */
const undeployedCoinOf = ({ tokenId, tokenSymbol }: Action<'open_vault'>): string =>
  tokenSymbol === undefined
    ? `${objectIdOf('undeployed', tokenId)}::undeployed_token::UNDEPLOYED_TOKEN`
    : coinTypeOfToken(tokenId, tokenSymbol)

function openVaultRule(
  action: Action<'open_vault'>,
  { digest, mintsDeposits }: OperatorRuleContext,
): LedgerRule {
  const dropObjectId = objectIdOf('vault', digest)
  const holds = action.type === 'NFT' ? 'pieces' : 'coins'
  const given = action.coinType === null ? undefined : normalizeType(action.coinType)
  const undeployed = mintsDeposits && action.coinType === null ? undeployedCoinOf(action) : undefined
  const coinType = holds === 'pieces' ? pieceTypeOf(action.dropId) : (given ?? undeployed)
  return {
    keys: holds === 'coins' && coinType !== undefined ? [balanceKey(coinType, OPERATOR_ADDRESS)] : [],
    vaultIds: [dropObjectId],
    apply(page) {
      if (coinType === undefined) return abortWith('EWrongCoin', `there is no coin ${action.coinType}`)
      if (!isPublicKey(action.publicKey)) return abortWith('EBadPublicKey', 'a public key has 32 bytes')
      const empty: VaultRecord = {
        holds,
        coinType,
        publicKey: action.publicKey,
        balance: ZERO,
        deposited: ZERO,
        walletDeposits: [],
        paidCount: 0,
        isOpen: true,
        isPaused: false,
        seenAt: page.now,
      }
      const filled = fillVault(page, dropObjectId, empty, { amount: action.deposit, mintsDeposits })
      if (!filled.ok) return filled
      return ok({
        vaultsOpened: [{ dropObjectId, packageId: DROP_PACKAGE_ID, coinType }],
        deposits: [{ dropObjectId, amount: action.deposit }],
      })
    },
  }
}

function fundVaultRule(
  action: Action<'fund_vault'>,
  { vaults, mintsDeposits }: OperatorRuleContext,
): LedgerRule {
  const { dropObjectId, coinType } = action
  const known = vaults.get(dropObjectId)
  return {
    keys: known?.holds === 'coins' ? [balanceKey(known.coinType, OPERATOR_ADDRESS)] : [],
    vaultIds: [dropObjectId],
    apply(page) {
      const vault = vaultOfCoin(page, dropObjectId, coinType)
      if (!vault.ok) return vault
      const filled = fillVault(page, dropObjectId, vault.value, { amount: action.deposit, mintsDeposits })
      return filled.ok ? ok({ deposits: [{ dropObjectId, amount: action.deposit }] }) : filled
    },
  }
}

function deliverClaimsRule(
  action: Action<'deliver_claims'>,
  { digest, vaults }: OperatorRuleContext,
): LedgerRule {
  const isGenuine = createSignatureCheck(action.vouchers, vaults)
  return {
    keys: action.vouchers.flatMap((voucher) => {
      const vault = vaults.get(voucher.dropObjectId)
      return vault === undefined ? [] : keysOfVoucher(voucher, vault)
    }),
    vaultIds: vaultIdsOf(action),
    apply(page) {
      const paid = applyAll(action.vouchers, (voucher) => {
        const vault = vaultOfCoin(page, voucher.dropObjectId, action.coinType)
        if (!vault.ok) return vault
        const { throughPause } = action
        return payVoucher(page, voucher, { isGenuine, txHash: digest, throughPause })
      })
      return paid.ok ? ok({ claimed: paid.value }) : paid
    },
  }
}

function rotateKeyRule({ dropObjectId, coinType, publicKey }: Action<'rotate_key'>): LedgerRule {
  return {
    keys: [],
    vaultIds: [dropObjectId],
    apply(page) {
      const vault = vaultOfCoin(page, dropObjectId, coinType)
      if (!vault.ok) return vault
      if (!isPublicKey(publicKey)) return abortWith('EBadPublicKey', 'a public key has 32 bytes')
      putVault(page, dropObjectId, { ...vault.value, publicKey })
      return ok({})
    },
  }
}

function pauseRule(
  { dropObjectId, coinType }: Action<'pause_vault'> | Action<'resume_vault'>,
  isPaused: boolean,
): LedgerRule {
  return {
    keys: [],
    vaultIds: [dropObjectId],
    apply(page) {
      const vault = vaultOfCoin(page, dropObjectId, coinType)
      if (!vault.ok) return vault
      putVault(page, dropObjectId, { ...vault.value, isPaused })
      return ok({})
    },
  }
}

function closeVaultRule(action: Action<'close_vault'>, { vaults }: OperatorRuleContext): LedgerRule {
  const { dropObjectId } = action
  const known = vaults.get(dropObjectId)
  const owed = new Set([OPERATOR_ADDRESS, ...(known?.walletDeposits ?? []).map(({ from }) => from)])
  return {
    keys: known?.holds === 'coins' ? [...owed].map((to) => balanceKey(known.coinType, to)) : [],
    vaultIds: [dropObjectId],
    paysTreasury: owed.has(TREASURY_ADDRESS),
    apply(page) {
      const found = vaultOfCoin(page, dropObjectId, action.coinType)
      if (!found.ok) return found
      const vault = found.value
      putVault(page, dropObjectId, { ...vault, isOpen: false, balance: ZERO })
      // Unclaimed pieces were never minted, so there is nothing to return.
      if (vault.holds === 'pieces') return ok({})
      const shares = leftoverOf(vault)
      if (shares.some(({ to }) => !owed.has(to)))
        return abortWith('EVaultChanged', `${dropObjectId} was given something just now`)
      const { coinType } = vault
      const returned = applyAll(shares, ({ to, amount }) => credit(page, coinType, to, amount))
      if (!returned.ok) return returned
      return ok({
        payments: shares.map((share) => ({ from: dropObjectId, coinType, memo: null, ...share })),
      })
    },
  }
}

/** The shares of the wallets that deposited, followed by the rest, which goes to the operator. */
function leftoverOf(vault: VaultRecord) {
  const shares = sharesOfLeftover(vault)
  const rest = shares.reduce((left, { amount }) => left - amount, vault.balance as bigint)
  return rest === 0n ? shares : [...shares, { to: OPERATOR_ADDRESS, amount: amountOf(rest) }]
}

function payRule({ coinType: given, amount, to }: Action<'pay'>): LedgerRule {
  const coinType = normalizeType(given)
  return {
    keys: coinType === undefined ? [] : [balanceKey(coinType, TREASURY_ADDRESS), balanceKey(coinType, to)],
    vaultIds: [],
    apply(page) {
      if (coinType === undefined) return abortWith('EWrongCoin', `there is no coin ${given}`)
      const taken = debit(page, coinType, TREASURY_ADDRESS, amount)
      if (!taken.ok) return taken
      const paid = credit(page, coinType, to, amount)
      if (!paid.ok) return paid
      return ok({ payments: [{ from: TREASURY_ADDRESS, to, coinType, amount, memo: null }] })
    },
  }
}

/** Fills a vault from the operator's balance. If `mintsDeposits`, the missing part is minted. Pieces need no balance. */
function fillVault(
  page: LedgerPage,
  vaultId: Address,
  vault: VaultRecord,
  { amount, mintsDeposits }: { readonly amount: Amount; readonly mintsDeposits: boolean },
): Result<null, MoveAbort> {
  if (vault.holds === 'coins') {
    const balance = balanceOf(page, vault.coinType, OPERATOR_ADDRESS)
    const taken = mintsDeposits && balance < amount ? balance : amount
    const debited = debit(page, vault.coinType, OPERATOR_ADDRESS, amountOf(taken))
    if (!debited.ok) return debited
  }
  return deposit(page, vaultId, vault, { amount })
}

/** The open vault. Aborts if the type argument is not the coin that the vault holds. */
export function vaultOfCoin(
  page: LedgerPage,
  vaultId: Address,
  coinType: string,
): Result<VaultRecord, MoveAbort> {
  const vault = openVaultOf(page, vaultId)
  if (!vault.ok || vault.value.holds === 'pieces') return vault
  return normalizeType(coinType) === vault.value.coinType
    ? vault
    : abortWith('EWrongCoin', `${vaultId} holds ${vault.value.coinType}, not ${coinType}`)
}
