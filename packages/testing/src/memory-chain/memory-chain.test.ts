import { amountOf } from '@dropkit/core'
import { hexOfBytes, MAX_AMOUNT } from '@dropkit/core/internal'
import { describe, expect, test } from 'vitest'
import { chainContract } from '../contract/chain-contract.ts'
import { sampleAddress } from '../contract/sample-records.ts'
import { createTestSigner, verifyTestSignature } from '../doubles/test-cryptography.ts'
import { createSeededRandom, createTestClock } from '../doubles/test-ports.ts'
import { createMemoryChain } from './memory-chain.ts'

describe('the in-memory chain', () => {
  for (const opensVaultsAtOnce of [true, false]) {
    describe(opensVaultsAtOnce ? 'that opens vaults at once' : 'that is strict', () =>
      chainContract({ describe, test }, async () => {
        const clock = createTestClock()
        const memory = createMemoryChain({ clock, verify: verifyTestSignature, opensVaultsAtOnce })
        const { wallet } = memory
        const signer = createTestSigner(createSeededRandom())
        let made = 0
        return {
          chain: memory.chain,
          clock,
          largestSupply: MAX_AMOUNT,
          async newKey() {
            const key = signer.generate('drop')
            return { publicKey: key.publicKey, sign: (bytes) => signer.sign('drop', key, bytes) }
          },
          newWallet: async () => sampleAddress(0x3a11e7_0000 + made++),
          async newCoin(holders) {
            const coinType = `${sampleAddress(0xc01_0000 + made++)}::coin::COIN`
            for (const { owner, amount } of holders) wallet.faucet(owner, coinType, amount)
            return coinType
          },
          advance: async (byMs) => clock.advance(byMs),
          setOutage: async (isDown) => memory.setOutage(isDown ? 'switched off' : null),
          publish: async (sender, coin) => wallet.publish(sender, coin),
          claim: async (voucher) => wallet.claim(voucher),
          execute: async (sender, bytes) => wallet.execute(sender, bytes),
          transfer: async (from, to, coinType, amount, memo) =>
            wallet.transfer(from, to, coinType, amount, memo),
          transferAll: async (from, to, coins) =>
            wallet.transferAll(
              from,
              coins.map((coin) => ({ ...coin, to, memo: null })),
            ),
          close: async () => undefined,
        }
      }),
    )
  }

  test('writes the bytes that a voucher is signed over as the Move contract reads them', () => {
    const clock = createTestClock()
    const { chain } = createMemoryChain({ clock, verify: verifyTestSignature })
    const bytes = chain.voucherBytes({
      dropObjectId: sampleAddress(0x0102),
      claimer: sampleAddress(0xff),
      amount: amountOf(1_000_000_000n),
      nonce: 7,
      expiresAt: 1_767_225_600_000,
    })
    const domain = Buffer.from('dropkit::claim::v1').toString('hex')
    const numbers = '00ca9a3b00000000070000000000000000a8da769b010000'
    expect(hexOfBytes(bytes)).toBe(
      `12${domain}${'0102'.padStart(64, '0')}${'ff'.padStart(64, '0')}${numbers}`,
    )
  })
})
