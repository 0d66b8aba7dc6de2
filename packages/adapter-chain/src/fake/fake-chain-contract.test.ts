import { generateKeyPairSync, sign } from 'node:crypto'
import { chainContract } from '@dropkit/core/testing'
import { describe, test } from 'vitest'
import { claim, createFixture, granted } from '../../test/fake-chain-fixture.ts'
import { publicKeyOf } from '../ed25519-keys.ts'

chainContract({ describe, test }, async () => {
  const { chain, clock, pass } = createFixture()
  return {
    chain,
    clock,
    async newKey() {
      const { privateKey } = generateKeyPairSync('ed25519')
      return {
        publicKey: publicKeyOf(privateKey),
        sign: async (bytes) => sign(null, bytes, privateKey).toString('base64'),
      }
    },
    async advance(byMs) {
      granted(await chain.advance({ seconds: Math.floor(byMs / 1_000) }))
      pass(byMs % 1_000)
    },
    async setOutage(isDown) {
      granted(await chain.outage({ seconds: isDown ? 3_600 : 0 }))
    },
    async claim(voucher) {
      const answer = await claim(chain, voucher)
      return answer.ok ? { kind: 'succeeded', txHash: answer.value.txHash } : { kind: 'failed' }
    },
    async faucet(address, coinType, amount) {
      granted(await chain.faucet({ address, coinType, amount: String(amount) }))
    },
    async transfer(from, to, coinType, amount, memo) {
      const answer = await chain.transfer({ from, to, coinType, amount: String(amount), memo })
      return answer.ok ? { kind: 'succeeded', txHash: answer.value.txHash } : { kind: 'failed' }
    },
    close: async () => undefined,
  }
})
