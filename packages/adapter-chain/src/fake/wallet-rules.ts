import { type Address, type Amount, amountOf, ok, type Result } from '@dropkit/core'
import { unreachable } from '@dropkit/core/internal'
import { type FakeChainError, noVault } from './fake-chain-wallet.ts'
import type { Ledger, LedgerRule } from './ledger.ts'
import { credit, debit, deposit, type LedgerPage } from './ledger-page.ts'
import {
  abortWith,
  balanceKey,
  type CoinRecord,
  coinKey,
  coinTypeOfToken,
  decodeRecord,
  encodeRecord,
  foreignCoin,
  OPERATOR_ADDRESS,
  objectIdOf,
  packageIdOf,
  TREASURY_ADDRESS,
} from './ledger-records.ts'
import { vaultOfCoin } from './operator-rules.ts'
import { voucherRule } from './pay-voucher.ts'
import type { WalletTransaction } from './wallet-transaction.ts'

type Kind<Name extends WalletTransaction['kind']> = Extract<WalletTransaction, { readonly kind: Name }>

export async function walletRuleOf(
  ledger: Ledger,
  transaction: WalletTransaction,
  digest: string,
): Promise<Result<LedgerRule, FakeChainError>> {
  switch (transaction.kind) {
    case 'publish':
      return ok(publishRule(transaction, digest))
    case 'deposit':
      return ok(depositRule(transaction))
    case 'claim': {
      const rule = await voucherRule(ledger, transaction, digest)
      return rule === null ? noVault('transactionBytes', transaction.dropObjectId) : ok(rule)
    }
    case 'pay':
      return ok(transferRule({ ...transaction, from: transaction.sender }))
    default:
      return unreachable(transaction)
  }
}

function publishRule(transaction: Kind<'publish'>, digest: string): LedgerRule {
  const { sender, tokenId, symbol, decimals, forDrops, forOwner } = transaction
  // A coin that a wallet creates on its own does not belong to a token.
  const coinType =
    tokenId === null ? coinTypeOfToken(`own ${digest}`, symbol) : coinTypeOfToken(tokenId, symbol)
  const coin: CoinRecord = {
    coinType,
    packageId: packageIdOf(coinType),
    address: objectIdOf('coin metadata', digest),
    symbol,
    decimals,
  }
  return {
    keys: [coinKey(coinType), balanceKey(coinType, OPERATOR_ADDRESS), balanceKey(coinType, sender)],
    vaultIds: [],
    apply(page) {
      if (isPublished(page, coinType))
        return abortWith('EAlreadyPublished', `${coinType} is on the chain already`)
      const supply = forDrops + forOwner
      const minted = credit(page, coinType, OPERATOR_ADDRESS, forDrops)
      if (!minted.ok) return minted
      const owned = credit(page, coinType, sender, forOwner)
      if (!owned.ok) return owned
      page.write(coinKey(coinType), encodeRecord(coin))
      return ok({ published: [{ tokenId, ...coin, supply: amountOf(supply) }] })
    },
  }
}

/**
 * Whether the coin was published. The faucet may have given out a token's coin before its publication, which does not
 * publish it.
 */
function isPublished(page: LedgerPage, coinType: string): boolean {
  const text = page.read(coinKey(coinType))
  if (text === undefined) return false
  return decodeRecord<CoinRecord>(text).address !== foreignCoin(coinType).address
}

function depositRule({ sender, dropObjectId, coinType, amount }: Kind<'deposit'>): LedgerRule {
  return {
    keys: [balanceKey(coinType, sender)],
    vaultIds: [dropObjectId],
    apply(page) {
      const vault = vaultOfCoin(page, dropObjectId, coinType)
      if (!vault.ok) return vault
      if (vault.value.holds === 'pieces') {
        return abortWith('EWrongCoin', `${dropObjectId} holds pieces, and takes no coins`)
      }
      const taken = debit(page, coinType, sender, amount)
      if (!taken.ok) return taken
      const put = deposit(page, dropObjectId, vault.value, { amount, wallet: sender })
      return put.ok ? ok({ deposits: [{ dropObjectId, amount }] }) : put
    },
  }
}

/** Transfers coins between two addresses. */
export const transferRule = ({
  from,
  to,
  coinType,
  amount,
  memo,
}: {
  readonly from: Address
  readonly to: Address
  readonly coinType: string
  readonly amount: Amount
  readonly memo: string | null
}): LedgerRule => ({
  keys: [balanceKey(coinType, from), balanceKey(coinType, to)],
  paysTreasury: to === TREASURY_ADDRESS,
  apply(page) {
    const taken = debit(page, coinType, from, amount)
    if (!taken.ok) return taken
    const given = credit(page, coinType, to, amount)
    return given.ok ? ok({ payments: [{ from, to, coinType, amount, memo }] }) : given
  },
})
