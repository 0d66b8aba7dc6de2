import { amountOf } from '@dropkit/core'
import { hexOfBytes } from '@dropkit/core/internal'
import { describe, expect, test } from 'vitest'
import { openMemoryChainWorld } from '../../test/memory-chain-world.ts'
import { chainContract } from '../contract/chain-contract.ts'
import { sampleAddress } from '../contract/sample-records.ts'
import { verifyTestSignature } from '../doubles/test-cryptography.ts'
import { createTestClock } from '../doubles/test-ports.ts'
import { createMemoryChain } from './memory-chain.ts'

describe('the in-memory chain', () => {
  for (const opensVaultsAtOnce of [true, false]) {
    describe(opensVaultsAtOnce ? 'that opens vaults at once' : 'that is strict', () =>
      chainContract({ describe, test }, () => openMemoryChainWorld(opensVaultsAtOnce)),
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
