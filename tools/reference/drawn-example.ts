import { createHash, createHmac } from 'node:crypto'
import type { Address } from '@dropkit/core'
import { drawAmount, readId } from '@dropkit/core/internal'
import { DROP, OTHER_WALLET, SEED, WALLET } from './samples.ts'

const MAX_AMOUNT = 1_000n
const CLAIMERS = [WALLET, OTHER_WALLET]
const SUPPLY = CLAIMERS.length

/** A random drop that has given out its two items, in the format of `npm run verify`. */
export function drawnDrop() {
  const seed = Buffer.from(SEED, 'hex')
  const dropId = readId('drop', DROP)
  if (!dropId) throw new Error(`${DROP} is no drop's id`)
  let remaining = MAX_AMOUNT
  const draws = CLAIMERS.map((userAddress, index) => {
    const sequence = index + 1
    const draw = {
      dropId,
      sequence,
      claimer: userAddress as Address,
      remaining,
      itemsLeft: SUPPLY - index,
      pool: MAX_AMOUNT,
    }
    const amount = drawAmount(draw, (message) => createHmac('sha256', seed).update(message).digest())
    remaining -= amount
    return { sequence, userAddress, amount: String(amount) }
  })
  return {
    maxAmount: String(MAX_AMOUNT),
    supply: SUPPLY,
    claimedAmount: String(MAX_AMOUNT),
    randomnessCommitment: createHash('sha256').update(seed).digest('hex'),
    randomnessSeed: SEED,
    draws,
  }
}
