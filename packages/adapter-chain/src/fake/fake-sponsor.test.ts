import type { Address } from '@dropkit/core'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { fromBase64 } from '@mysten/sui/utils'
import { expect, test } from 'vitest'
import {
  balanceOf,
  createFixture,
  createStrictKeyValueStore,
  granted,
  openVault,
  refused,
  SUI,
} from '../../test/fake-chain-fixture.ts'
import { createSponsorBudget } from '../sponsor-budget.ts'
import { createFakeSponsor } from './fake-sponsor.ts'

const CLAIM_MIST = 3_000_000n
const wallet = Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(5))
const claimer = wallet.toSuiAddress() as Address

async function opened() {
  const { chain, clock } = createFixture()
  const vault = await openVault(chain)
  const limits = { perDay: 10n * CLAIM_MIST, perDrop: 10n * CLAIM_MIST, perWallet: 2n * CLAIM_MIST }
  const sponsor = createFakeSponsor(
    chain,
    createSponsorBudget(createStrictKeyValueStore(''), limits, clock.now),
  )
  const prepare = async (nonce: number) =>
    sponsor.prepare(await vault.sign({ claimer, nonce }), vault.coinType, claimer)
  type Prepared = Extract<Awaited<ReturnType<typeof prepare>>, { ok: true }>['value']
  const submit = async (claim: Prepared, signer = wallet) => {
    const { signature } = await signer.signTransaction(fromBase64(claim.transactionBytes))
    const until = clock.now() + 60_000
    return sponsor.send({ ...claim, claimer, dropObjectId: vault.dropObjectId, until }, signature, 'user')
  }
  const send = async (nonce: number, signer = wallet) => submit(granted(await prepare(nonce)), signer)
  return { chain, prepare, submit, send }
}

test('a sponsored claim on the fake chain is paid when its claimer has signed, under the announced hash', async () => {
  const { chain, prepare, send } = await opened()
  const { gas } = granted(await prepare(1))
  expect(gas).toBe(CLAIM_MIST)
  granted(await send(1))
  expect(await balanceOf(chain, SUI, claimer)).toBe(100n)
})

test('a sponsored claim on the fake chain is not paid with another wallet’s signature, and counts nothing', async () => {
  const { chain, send } = await opened()
  for (let attempt = 0; attempt < 5; attempt++)
    expect(refused(await send(1, new Ed25519Keypair()))).toMatchObject({ field: 'signature' })
  granted(await send(1))
  expect(await balanceOf(chain, SUI, claimer)).toBe(100n)
})

test('the fake chain sponsors no more than the budget, as Sui does', async () => {
  const { prepare, submit, send } = await opened()
  // Prepared while the budget has room.
  const third = granted(await prepare(3))
  granted(await send(1))
  granted(await send(2))
  for (const answer of [await submit(third), await prepare(3)])
    expect(refused(answer)).toMatchObject({
      kind: 'overloaded',
      message: expect.stringContaining('of one wallet'),
    })
})
