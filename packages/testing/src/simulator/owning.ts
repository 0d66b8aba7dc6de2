import {
  type CreateDropInput,
  type Drop,
  type DropId,
  type Instant,
  ok,
  type UpdateDropInput,
} from '@dropkit/core'
import { testWallet } from '../service/test-service.ts'
import { anyRule } from './admission.ts'
import type { Chance } from './chance.ts'
import type { Creator, Focus, Person, Scenario } from './scenario.ts'
import type { Running } from './simulated-server.ts'

type Kind =
  | 'fixed'
  | 'served'
  | 'open'
  | 'packet'
  | 'endless_packet'
  | 'lottery'
  | 'sale'
  | 'paid_packet'
  | 'streak'
  | 'streak_packet'
  | 'elite'
  | 'nft'
  | 'nft_packet'
  | 'nft_sale'

const FREE = {
  fixed: 4,
  served: 4,
  open: 2,
  packet: 3,
  endless_packet: 1,
  lottery: 3,
  streak: 1,
  streak_packet: 1,
  elite: 2,
  nft: 1,
  nft_packet: 1,
} as const
const FOR_SALE = { sale: 5, paid_packet: 2, nft_sale: 1 } as const

const KINDS: { readonly [Name in Focus]: { readonly [kind in Kind]?: number } } = {
  giveaway: FREE,
  market: FOR_SALE,
  mixed: { ...FREE, ...FOR_SALE },
}

/** Ten units of the first currency's smallest unit per item. */
export const PRICE = 0.000_000_01

function termsOf(kind: Kind, chance: Chance, now: Instant): Partial<CreateDropInput> {
  const fixed = { maxAmount: '200', tokenAmount: '10', supply: chance.pick([null, 4, 12]) }
  const random = { maxAmount: '1000', tokenAmount: '0' }
  const limit = { maxPerWallet: chance.pick([null, null, 1, 2, 3]) }
  switch (kind) {
    case 'fixed':
      return { ...fixed, ...limit }
    case 'served':
      return { ...fixed, delivery: 'SERVER', maxPerWallet: chance.pick([2, 3]) }
    case 'open':
      return { maxAmount: '80', tokenAmount: null, supply: chance.pick([null, 6]), ...limit }
    case 'packet':
      return { ...random, supply: chance.pick([3, 6, 12]), ...limit }
    case 'endless_packet':
      return { ...random, maxPerWallet: chance.pick([null, 3]) }
    case 'lottery':
      return {
        ...(chance.happens(0.7) ? { maxAmount: '40', tokenAmount: '10' } : random),
        supply: chance.pick([2, 4]),
        admission: 'LOTTERY',
        entriesCloseAt: now + chance.between(4_000, 60_000),
        claimWindowSeconds: 60,
      }
    case 'sale':
      return {
        ...fixed,
        price: PRICE,
        maxPerWallet: chance.pick([null, 4]),
        delivery: chance.pick(['WALLET', 'WALLET', 'SERVER']),
      }
    case 'paid_packet':
      return { ...random, supply: chance.pick([4, 8]), price: PRICE }
    case 'streak':
      return { ...fixed, claimType: 'STREAK' }
    case 'streak_packet':
      return { ...random, supply: 12, claimType: 'STREAK' }
    case 'elite':
      return { ...fixed, ...limit, claimType: 'ELITE' }
    case 'nft':
      return { maxAmount: '8', type: 'NFT', ...limit }
    case 'nft_packet':
      return { maxAmount: '40', tokenAmount: '0', supply: chance.pick([3, 6]), type: 'NFT' }
    case 'nft_sale':
      return { maxAmount: '8', type: 'NFT', price: PRICE }
  }
}

/** Creates a drop of some kind. */
export async function createDrop(scenario: Scenario, creator: Creator): Promise<void> {
  const { chance, world } = scenario
  const kind = chance.weighted<Kind>(KINDS[scenario.focus])
  const deadline =
    kind !== 'lottery' && chance.happens(0.15) ? world.timeline.now + chance.between(20_000, 120_000) : null
  const terms = termsOf(kind, chance, world.timeline.now)
  const input: CreateDropInput = {
    existingTokenId: creator.tokenId,
    title: kind,
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '100',
    claimDeadline: deadline,
    ...terms,
  }
  const created = await scenario.request<Drop>(
    creator,
    {
      makes: 'drop',
      what: `create a ${kind} drop`,
      run: (dropkit, caller) => dropkit.createDrop(caller, input),
      ...ofDrops(scenario, null),
    },
    20,
  )
  if (kind === 'elite' && created?.kind === 'granted') await admitSome(scenario, creator, created.value)
}

/** An ELITE drop admits no wallet until it has rules. It gets one rule of any kind, which never changes. */
async function admitSome(scenario: Scenario, creator: Creator, drop: Drop): Promise<void> {
  const rules = [anyRule(scenario, scenario.chance)]
  await scenario.request<true>(creator, {
    what: `admit some to ${drop.id} by ${rules[0]?.key}`,
    async run(dropkit, caller) {
      const set = await dropkit.updateGatingConfig(caller, drop.id, { isActive: true, rules })
      return set.ok ? ok(true as const) : set
    },
    idOf: () => drop.id,
    recover: async () => true as const,
    note: () => undefined,
  })
}

/** A request that names a drop is about that drop, whatever else it changes. */
const ofDrops = ({ world }: Scenario, named: Drop | null) => ({
  idOf: (drop: Drop) => drop.id,
  recover: ({ ports }: Running, id: string) => ports.store.dropForSettlement(named?.id ?? (id as DropId)),
  note: world.acknowledged.drop,
})

export function updateDrop(scenario: Scenario, person: Person, drop: Drop, changes: UpdateDropInput) {
  return scenario.request<Drop>(person, {
    what: `update ${drop.id} with ${JSON.stringify(changes)}`,
    run: (dropkit, caller) => dropkit.updateDrop(caller, drop.id, changes),
    ...ofDrops(scenario, drop),
  })
}

export function deleteDrop(scenario: Scenario, person: Person, drop: Drop) {
  return scenario.request<true>(person, {
    what: `delete ${drop.id}`,
    run: (dropkit, caller) => dropkit.deleteDrop(caller, drop.id),
    idOf: () => 'deleted',
    recover: async () => true,
    note: () => scenario.world.acknowledged.deletion(drop.id),
  })
}

export function rotateKey(scenario: Scenario, person: Person, drop: Drop) {
  return scenario.request<string>(person, {
    what: `rotate the key of ${drop.id}`,
    async run(dropkit, caller) {
      const rotated = await dropkit.rotateDropKey(caller, drop.id, { reason: 'it may be known' })
      return rotated.ok ? ok(rotated.value.newPublicKey) : rotated
    },
    // A new key is shown once. A repeat after a lost answer gets the drop's current key.
    idOf: () => drop.id,
    recover: async ({ ports }, id) =>
      (await ports.store.dropForSettlement(id as DropId))?.voucherKey.publicKey,
    note: () => undefined,
  })
}

/** The owner's wallet deposits what the vault lacks. */
export async function fundDrop(scenario: Scenario, person: Person, drop: Drop): Promise<void> {
  const { world } = scenario
  const senderAddress = testWallet(900)
  const prepared = await scenario.request<string>(person, {
    what: `prepare a deposit for ${drop.id}`,
    run: (dropkit, caller) => dropkit.prepareDropFunding(caller, { dropId: drop.id, senderAddress }),
    idOf: (bytes) => bytes,
    recover: async (_running, bytes) => bytes,
    note: () => undefined,
  })
  if (prepared?.kind !== 'granted') return
  const executed = world.chain.wallet.execute(senderAddress, prepared.value)
  world.trace.note('wallet', `deposits for ${drop.id}: ${executed.kind}`)
}
