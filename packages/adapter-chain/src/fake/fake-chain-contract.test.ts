import { generateKeyPairSync, sign } from 'node:crypto'
import { amountOf } from '@dropkit/core'
import { MAX_AMOUNT } from '@dropkit/core/internal'
import { chainContract, type SentByWallet } from '@dropkit/testing'
import { describe, test } from 'vitest'
import { addressOf, claim, createFixture, granted } from '../../test/fake-chain-fixture.ts'
import { publicKeyOf } from '../ed25519-keys.ts'
import type { WalletAnswer } from './fake-chain-wallet.ts'
import { encodeWalletTransaction } from './wallet-transaction.ts'

const cameTo = async (answer: WalletAnswer): Promise<SentByWallet> => {
  const sent = await answer
  return sent.ok ? { kind: 'succeeded', txHash: sent.value.txHash } : { kind: 'failed' }
}

describe.each([
  ['that makes and fills vaults itself', true],
  ['as strict as Sui', false],
])('the fake chain %s', (_, auto) => {
  chainContract({ describe, test }, async () => {
    const { chain, clock, pass } = createFixture({ auto })
    let made = 0
    return {
      chain,
      clock,
      largestSupply: MAX_AMOUNT,
      async newKey() {
        const { privateKey } = generateKeyPairSync('ed25519')
        return {
          publicKey: publicKeyOf(privateKey),
          sign: async (bytes) => sign(null, bytes, privateKey).toString('base64'),
        }
      },
      newWallet: async () => addressOf(`3a11e7${made++}`),
      async newCoin(holders) {
        const coinType = `${addressOf(`c01${made++}`)}::coin::COIN`
        for (const { owner, amount } of holders) {
          if (amount > 0n) granted(await chain.faucet({ address: owner, coinType, amount: String(amount) }))
        }
        return coinType
      },
      publish(sender, { symbol, decimals, supply }) {
        const minted = { forDrops: amountOf(0n), forOwner: supply }
        const own = { kind: 'publish', sender, sequence: 1, tokenId: null, symbol, decimals } as const
        const transactionBytes = encodeWalletTransaction({ ...own, ...minted })
        return cameTo(chain.execute({ sender, transactionBytes }))
      },
      claim: (voucher) => cameTo(claim(chain, voucher)),
      execute: (sender, transactionBytes) => cameTo(chain.execute({ sender, transactionBytes })),
      transfer: (from, to, coinType, amount, memo) =>
        cameTo(chain.transfer({ from, to, coinType, amount: String(amount), memo })),
      async advance(byMs) {
        granted(await chain.advance({ seconds: Math.floor(byMs / 1_000) }))
        pass(byMs % 1_000)
      },
      async setOutage(isDown) {
        granted(await chain.outage({ seconds: isDown ? 3_600 : 0 }))
      },
      close: async () => undefined,
    }
  })
})
