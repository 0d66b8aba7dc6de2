import { amountOf, type Drop } from '@dropkit/core'
import { claimsOn } from '../memory/memory-claims.ts'
import { testWallet } from '../service/test-service.ts'
import { signMark } from './quick-signer.ts'
import type { Scenario } from './scenario.ts'

const THIEF = testWallet(666)
const DEPOSIT_RETRY_MS = 5_000

/**
 * A thief with a drop's key takes money from its vault: with the nonce of an open claim, of a future claim, or of one that
 * is over. Another actor deposits the same amount again, so that the drop's claims can be paid.
 */
export async function steal({ world, chance }: Scenario, { id }: Drop): Promise<void> {
  const { chain, storage, timeline, trace, robbedVaults } = world
  const drop = storage.state.drops.get(id)
  if (drop?.vault.kind !== 'open') return
  const { objectId: dropObjectId, coinType } = drop.vault
  const vault = chain.state.ledger.vaults.get(dropObjectId)
  // Pieces of an NFT drop cannot be deposited again.
  if (!vault || vault.holds === 'pieces' || vault.isClosed || vault.isPaused) return
  const open = claimsOn(storage.state, id).filter(({ state }) => state.kind === 'PENDING')
  const next = drop.tally.lastSequence + chance.between(1, 3)
  const nonce = open.length > 0 && chance.happens(0.5) ? chance.pick(open).sequence : next
  const amount = amountOf(1n)
  const expiresAt = chain.now() + 60_000
  const voucher = { dropObjectId, claimer: THIEF, amount, nonce, expiresAt }
  const signature = signMark(vault.publicKey, chain.chain.voucherBytes(voucher))
  const taken = chain.wallet.claim({ ...voucher, signature })
  trace.note('thief', `takes ${nonce} of ${id}: ${taken.kind}`)
  if (taken.kind !== 'succeeded') return
  robbedVaults.add(dropObjectId)
  const friend = testWallet(900)
  chain.wallet.faucet(friend, coinType, amount)
  const putBack = async (): Promise<void> => {
    const deposit = await chain.chain.prepareDeposit({ dropObjectId, coinType }, amount, friend)
    if (deposit.ok) chain.wallet.execute(friend, deposit.value)
    else timeline.after(DEPOSIT_RETRY_MS, () => void putBack())
  }
  await putBack()
}
