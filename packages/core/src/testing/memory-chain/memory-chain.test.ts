import { describe, expect, test } from 'vitest'
import { amountOf } from '../../domain/amount.ts'
import { hexOfBytes } from '../../domain/draw-verifier.ts'
import { chainContract } from '../contract/chain-contract.ts'
import { sampleAddress, sampleToken, sampleUser } from '../contract/sample-records.ts'
import { createSeededRandom } from '../doubles/seeded-random.ts'
import { createTestClock } from '../doubles/test-clock.ts'
import { createTestSigner, verifyTestSignature } from '../doubles/test-signer.ts'
import { createMemoryChain } from './memory-chain.ts'
import { MEMORY_OPERATOR } from './memory-chain-state.ts'

describe('the in-memory chain', () => {
  chainContract({ describe, test }, async () => {
    const clock = createTestClock()
    const memory = createMemoryChain({ clock, verify: verifyTestSignature })
    const signer = createTestSigner(createSeededRandom())
    return {
      chain: memory.chain,
      clock,
      async newKey() {
        const key = signer.generate('drop')
        return { publicKey: key.publicKey, sign: (bytes) => signer.sign('drop', key, bytes) }
      },
      advance: async (byMs) => clock.advance(byMs),
      setOutage: async (isDown) => memory.setOutage(isDown ? 'switched off' : null),
      claim: async (voucher) => memory.wallet.claim(voucher),
      faucet: async (owner, coinType, amount) => memory.wallet.faucet(owner, coinType, amount),
      transfer: async (from, to, coinType, amount, memo) =>
        memory.wallet.transfer(from, to, coinType, amount, memo),
      close: async () => undefined,
    }
  })

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

  test('publishes a token for its owner and fills vaults from what the operator got', async () => {
    const clock = createTestClock()
    const memory = createMemoryChain({ clock, verify: verifyTestSignature, opensVaultsAtOnce: false })
    const reserves = { communityDrops: amountOf(600n), publicSale: amountOf(0n), creator: amountOf(400n) }
    const token = sampleToken(sampleUser(1), 1, { totalSupply: amountOf(1_000n), reserves })
    const owner = sampleAddress(1)
    const unsigned = await memory.chain.prepareTokenDeployment(token, owner)
    const done = memory.wallet.execute(owner, unsigned.ok ? unsigned.value : '')
    expect(done.kind).toBe('succeeded')
    const outcome = await memory.chain.outcome(done.txHash)
    const coin =
      outcome.ok && outcome.value.kind === 'succeeded' ? outcome.value.effects.published[0] : undefined
    expect(coin).toMatchObject({ tokenId: token.id, symbol: token.symbol, supply: 1_000n })
    const balances = await memory.chain.balances(coin?.coinType ?? '', [owner, MEMORY_OPERATOR])
    expect(balances.ok && [...balances.value.values()]).toEqual([400n, 600n])

    const open = (deposit: bigint) =>
      memory.chain.prepare({
        kind: 'open_vault',
        dropId: 'drop_1' as never,
        type: 'TOKEN',
        coinType: coin?.coinType ?? null,
        tokenId: token.id,
        publicKey: '',
        deposit: amountOf(deposit),
      })
    expect(await open(601n)).toEqual({
      ok: false,
      error: { kind: 'not_possible', reason: 'insufficient_funds' },
    })
    expect((await open(600n)).ok).toBe(true)
  })
})
