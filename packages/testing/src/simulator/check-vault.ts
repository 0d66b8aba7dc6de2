import type { Claim, ClaimedOnChain, Drop } from '@dropkit/core'
import { hasAlarm, isReleased, recipientOf, sequenceOfNonce } from '@dropkit/core/internal'
import { type DropRecords, sum } from './drop-records.ts'
import { demand, demandEqual } from './violation.ts'
import type { World } from './world.ts'

/** Checks what the chain shows of a drop: each claim is paid at most once, to the wallet and with the amount of its row. */
export function checkVault({ drop, claims, paid }: DropRecords, world: World): void {
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
      { claimer: recipientOf(claim), amount: claim.amount },
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

/** A claim whose nonce was used by a thief is paid with another nonce. */
const pays = ({ nonce, claimer, amount }: ClaimedOnChain, claim: Claim): boolean =>
  sequenceOfNonce(nonce) === claim.sequence && claimer === recipientOf(claim) && amount >= claim.amount

/** Whether a thief with the drop's key has taken something from its vault. */
export const isRobbedOf = ({ vault }: Drop, { robbedVaults }: World): boolean =>
  vault.kind !== 'none' && robbedVaults.has(vault.objectId)
