import type { Claim, ClaimedOnChain, Drop } from '@dropkit/core'
import { hasAlarm, isReleased, sequenceOfNonce } from '@dropkit/core/internal'
import { type Books, sum } from './books.ts'
import { demand, demandEqual } from './violation.ts'
import type { World } from './world.ts'

/** What the chain shows of a drop: each claim is paid once at most, to whom and as much as its row says. */
export function checkVault({ drop, claims, paid }: Books, world: World): void {
  const isRobbed = isRobbedOf(drop, world)
  demand(isRobbed || !hasAlarm(drop), 'no vault has an alarm that nothing was stolen from', () => drop.id)
  if (drop.vault.kind === 'none') return
  const nonces = paid.map(({ nonce }) => nonce)
  demandEqual(new Set(nonces).size, nonces.length, 'each claim is paid once at most', `${drop.id}: ${nonces}`)
  for (const { nonce, claimer, amount } of isRobbed ? [] : paid) {
    const claim = claims[nonce - 1]
    const about = `claim ${nonce} of ${drop.id}`
    demand(claim !== undefined, 'nothing is paid that nobody has claimed', () => about)
    demandEqual(
      { claimer, amount },
      { claimer: claim.claimer, amount: claim.amount },
      'a claim is paid as it is',
      about,
    )
    demand(!isReleased(claim.state), 'nothing that was given back is paid', () => about)
  }
  for (const claim of claims) {
    const isPaid = claim.state.kind !== 'CONFIRMED' || paid.some((event) => pays(event, claim))
    demand(isPaid, 'what is confirmed was paid', () => `claim ${claim.sequence} of ${drop.id}`)
  }
  const vault = world.chain.state.ledger.vaults.get(drop.vault.objectId)
  demand(vault !== undefined, 'a vault is on the chain', () => drop.id)
  if (vault.isClosed) return
  const gone = vault.deposited - vault.balance
  demandEqual(
    gone,
    sum(paid, ({ amount }) => amount),
    'a vault has lost what it has paid',
    drop.id,
  )
}

/** A claim whose nonce a stranger has used is paid under another one of its own. */
const pays = ({ nonce, claimer, amount }: ClaimedOnChain, claim: Claim): boolean =>
  sequenceOfNonce(nonce) === claim.sequence && claimer === claim.claimer && amount >= claim.amount

/** Whether somebody with its key has taken something from the drop's vault. */
export const isRobbedOf = ({ vault }: Drop, { robbedVaults }: World): boolean =>
  vault.kind !== 'none' && robbedVaults.has(vault.objectId)
