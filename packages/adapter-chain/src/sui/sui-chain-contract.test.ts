import { generateKeyPairSync, sign } from 'node:crypto'
import { amountOf } from '@dropkit/core'
import { MAX_AMOUNT } from '@dropkit/core/internal'
import { chainContract } from '@dropkit/testing'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'
import { describe, test } from 'vitest'
import {
  addressFor,
  LIMITS,
  MUCH_GAS,
  openSuiWorld,
  operator,
  realTime,
  SUI,
  treasury,
} from '../../test/sui-fixture.ts'
import { createSuiWallets } from '../../test/sui-wallets.ts'
import { publicKeyOf } from '../ed25519-keys.ts'
import { guardCalls } from './chain-calls.ts'
import { coinPackageOf } from './coin-template.ts'
import { createSuiChain } from './sui-chain.ts'
import { addressOf } from './sui-node.ts'

/** A coin on foreign terms: made from our template, but not for one of our drops. */
function strangersCoin({ symbol, decimals, supply }: { symbol: string; decimals: number; supply: bigint }) {
  const nothing = { tokenId: 'token_of_somebody', name: symbol, description: '', iconUrl: '' }
  const { module, dependencies } = coinPackageOf({
    ...nothing,
    symbol,
    decimals,
    forDrops: amountOf(0n),
    forOwner: amountOf(supply),
    operator: addressOf('0xbad'),
  })
  const transaction = new Transaction()
  const cap = transaction.publish({ modules: [toBase64(module)], dependencies: [...dependencies] })
  transaction.moveCall({ target: '0x2::package::make_immutable', arguments: [cap] })
  return transaction
}

describe('the chain on Sui', () => {
  chainContract({ describe, test }, async () => {
    const { node, options, close } = await openSuiWorld({ gasCost: 0n })
    // One attempt reports an outage quickly, which ends as soon as the test ends it. An attempt may take long.
    const calls = guardCalls({ time: realTime, limits: { ...LIMITS, attempts: 1 } })
    const chain = createSuiChain({ ...options, calls })
    const wallets = createSuiWallets(node, options.client, [operator, treasury])
    node.faucet(addressFor(operator), SUI, MUCH_GAS, 'balance')
    let coins = 0
    return {
      chain,
      clock: { now: node.now },
      // One less than the largest u64, because Move limits the supply to that.
      largestSupply: amountOf(MAX_AMOUNT - 1n),
      async newKey() {
        const { privateKey } = generateKeyPairSync('ed25519')
        return {
          publicKey: publicKeyOf(privateKey),
          sign: async (bytes) => sign(null, bytes, privateKey).toString('base64'),
        }
      },
      newWallet: async () => wallets.newWallet(),
      async newCoin(holders) {
        const coinType = `${addressOf(`0xc01${coins++}`)}::coin::COIN`
        for (const { owner, amount } of holders) {
          if (amount > 0n) node.faucet(owner, coinType, amount)
        }
        return coinType
      },
      publish: (sender, coin) => wallets.send(sender, strangersCoin(coin)),
      claim: wallets.claim,
      execute: (sender, bytes) => wallets.send(sender, fromBase64(bytes)),
      transfer: wallets.transfer,
      transferAll: wallets.transferAll,
      advance: async (byMs) => node.advance(byMs),
      setOutage: async (isDown) => (isDown ? node.down() : node.up()),
      close,
    }
  })
})
