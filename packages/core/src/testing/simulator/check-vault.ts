import { isReleased } from '../../domain/claim.ts'
import { hasAlarm } from '../../domain/vault-alarm.ts'
import { type Books, sum } from './books.ts'
import { demand, demandEqual } from './violation.ts'
import type { World } from './world.ts'

/** What the chain shows of a drop: each claim is paid once at most, to whom and as much as its row says. */
export function checkVault({ drop, claims, paid }: Books, { chain }: World): void {
  demand(!hasAlarm(drop), 'no vault has an alarm', () => drop.id)
  if (drop.vault.kind === 'none') return
  const nonces = paid.map(({ nonce }) => nonce)
  demandEqual(new Set(nonces).size, nonces.length, 'each claim is paid once at most', `${drop.id}: ${nonces}`)
  for (const { nonce, claimer, amount } of paid) {
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
  const shown = new Set(nonces)
  for (const { sequence, state } of claims) {
    const isShown = state.kind !== 'CONFIRMED' || shown.has(sequence)
    demand(isShown, 'what is confirmed was paid', () => `claim ${sequence} of ${drop.id}`)
  }
  const vault = chain.state.ledger.vaults.get(drop.vault.objectId)
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
