import type { Chain } from '@dropkit/core'
import { MAX_AMOUNT } from '@dropkit/core/internal'
import type { OpenedChain } from '../src/contract/chain-world.ts'
import { sampleAddress } from '../src/contract/sample-records.ts'
import { createTestSigner, verifyTestSignature } from '../src/doubles/test-cryptography.ts'
import { createSeededRandom, createTestClock } from '../src/doubles/test-ports.ts'
import { createMemoryChain } from '../src/memory-chain/memory-chain.ts'

/** Opens an in-memory chain for the chain contract. `change` may break it. */
export async function openMemoryChainWorld(
  opensVaultsAtOnce: boolean,
  change: (chain: Chain) => Chain = (chain) => chain,
): Promise<OpenedChain & { close(): Promise<void> }> {
  const clock = createTestClock()
  const memory = createMemoryChain({ clock, verify: verifyTestSignature, opensVaultsAtOnce })
  const { wallet } = memory
  const signer = createTestSigner(createSeededRandom())
  let made = 0
  return {
    chain: change(memory.chain),
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
    transfer: async (from, to, coinType, amount, memo) => wallet.transfer(from, to, coinType, amount, memo),
    transferAll: async (from, to, coins) =>
      wallet.transferAll(
        from,
        coins.map((coin) => ({ ...coin, to, memo: null })),
      ),
    close: async () => undefined,
  }
}
