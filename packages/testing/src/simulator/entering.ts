import type { Address, Drop, EnteredDrop } from '@dropkit/core'
import type { Person } from './actors.ts'
import { claim, short } from './claiming.ts'
import type { Scenario } from './scenario.ts'

/** A wallet enters a lottery. Most entrants claim after the draw, when they may or too late. */
export async function enter(scenario: Scenario, person: Person, drop: Drop, wallet: Address): Promise<void> {
  const { chance, world } = scenario
  const input = { dropId: drop.id, userAddress: wallet }
  const answer = await scenario.request<EnteredDrop>(person, {
    what: `enter ${short(wallet)} into ${drop.id}`,
    run: (dropkit, caller) => dropkit.enterDrop(caller, input),
    idOf: ({ entry }) => entry.wallet,
    // The drop may be deleted by now.
    async recover({ ports }) {
      const entry = await ports.store.lotteryEntry(drop.id, wallet)
      return entry && { drop, entry }
    },
    note: ({ entry }) => world.acknowledged.entry(entry),
  })
  if (answer?.kind !== 'granted' || chance.happens(0.2)) return
  const closesInMs = (drop.lottery?.entriesCloseAt ?? 0) - world.timeline.now
  await world.timeline.pause(closesInMs + chance.between(15_000, 180_000))
  await claim(scenario, person, drop, wallet)
}
