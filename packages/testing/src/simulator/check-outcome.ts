import type { Webhook } from '@dropkit/core'
import { eventIdOf, isLotteryStopped, isLotteryUnderWay, wants } from '@dropkit/core/internal'
import { show } from '../assert.ts'
import { intruderOf } from './admission.ts'
import { isRobbedOf } from './check-vault.ts'
import { recordsOfDrops } from './drop-records.ts'
import type { Scenario } from './scenario.ts'
import { demand, demandEqual } from './violation.ts'
import type { World } from './world.ts'

/** Checks what must hold at the end, when nothing is left to do. */
export function checkOutcome({ world, actors }: Scenario): void {
  for (const { drop, claims, paid } of recordsOfDrops(world)) {
    const confirmed = claims.filter(({ state }) => state.kind === 'CONFIRMED').map(({ sequence }) => sequence)
    const shown = paid.map(({ nonce }) => nonce).sort((one, other) => one - other)
    if (!isRobbedOf(drop, world))
      demandEqual(shown, confirmed, 'what was paid is confirmed, and what is confirmed was paid', drop.id)
    const intruder = drop.claimType === 'ELITE' ? intruderOf({ world, actors }, drop, claims) : undefined
    demand(
      intruder === undefined,
      'an ELITE drop gives nothing to wallets that its rules do not admit',
      () => `claim ${intruder?.sequence} of ${drop.id}, whose rule is ${show(drop.gating?.rules)}`,
    )
    const reachable = claims.filter(({ claimer }) => claimer !== actors.unreachable)
    const isDrawn = drop.award.kind === 'random'
    demand(
      !isDrawn || confirmed.length === reachable.length,
      'every drawn claim is delivered',
      () => `${drop.id}: ${confirmed.length} of ${reachable.length}`,
    )
    demand(
      !isLotteryUnderWay(drop) || isLotteryStopped(drop, world.timeline.now),
      'every lottery that its owner has not stopped is drawn',
      () => `${drop.id} is ${drop.status}, its lottery ${drop.lottery?.draw.kind}`,
    )
    if (drop.vault.kind !== 'open') continue
    const vault = world.chain.state.ledger.vaults.get(drop.vault.objectId)
    demandEqual(vault?.publicKey, drop.voucherKey.publicKey, 'the chain has the key of the drop', drop.id)
  }
  for (const webhook of world.storage.state.webhooks.all()) checkDeliveries(world, webhook)
}

/**
 * Checks that each event reached the webhooks that subscribe to it. Webhooks are registered before their owners' first
 * event.
 */
function checkDeliveries({ storage, receivers }: World, webhook: Webhook): void {
  const taken = receivers.taken.get(webhook.url)
  for (const event of storage.state.events) {
    const isTheirs = event.ownerId === webhook.ownerId || event.actorId === webhook.ownerId
    if (!isTheirs || !wants(webhook, event.type)) continue
    const body = taken?.get(eventIdOf(event.position))
    demand(
      body !== undefined,
      'each event comes to those who want it',
      () => `${event.type} ${event.position} for ${webhook.url}`,
    )
    const { type, data } = JSON.parse(body) as { readonly type: unknown; readonly data: unknown }
    demandEqual(
      { type, data },
      { type: event.type, data: event.data },
      'a webhook says what the log says',
      webhook.url,
    )
  }
}
