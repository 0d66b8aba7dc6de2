import { type Address, type Caller, createDropkit } from '@dropkit/core'
import { granted, testWallet } from '../service/test-service.ts'
import { equipMembers } from './admission.ts'
import type { Chance } from './chance.ts'
import { type Answer, answerOf, type Clients, type KeyedOperation, serveKeyed } from './clients.ts'
import { denyCoins } from './operating.ts'
import type { Running } from './simulated-server.ts'
import { demand } from './trace.ts'
import type { World } from './world.ts'

/** A client's request, with or without an Idempotency-Key. */
interface Request<T> extends KeyedOperation<T> {
  readonly what: string
  /** Remembers the result, which the client relies on. */
  readonly note: (value: T) => void
  /**
   * The record that the request creates. Such a request always has a key, so that no more records exist than were
   * requested.
   */
  readonly makes?: 'drop' | 'intent' | 'refund' | 'payout'
  /** The drop and wallet of the claim that each request without a key, and all requests with one key together, may make. */
  readonly claims?: string
}

/** Whether the actors prefer paid drops, free drops, or both. */
export type Focus = 'market' | 'giveaway' | 'mixed'

/** The world, its actors, and how they send requests. */
export interface Scenario {
  readonly focus: Focus
  readonly world: World
  readonly actors: Actors
  readonly clients: Clients
  readonly chance: Chance
  /** Undefined if the client has given up. */
  request<T>(person: Person, request: Request<T>, tries?: number): Promise<Answer<T> | undefined>
}

const KEYED_SHARE = 0.6

export function createScenario(world: World, actors: Actors, clients: Clients, chance: Chance): Scenario {
  let keys = 0
  return {
    focus: chance.weighted<Focus>({ market: 2, giveaway: 1, mixed: 2 }),
    world,
    actors,
    clients,
    chance,
    request<T>(person: Person, request: Request<T>, tries?: number) {
      const { acknowledged } = world
      const key = request.makes || chance.happens(KEYED_SHARE) ? `key-${++keys}` : null
      if (request.makes) acknowledged.asked(request.makes)
      if (request.claims && key !== null) acknowledged.asked(request.claims)

      async function serve(running: Running): Promise<Answer<T> | null> {
        const known = await running.dropkit.authenticate(person.secret)
        demand(known.ok, 'a good API key is let in', () => person.name)
        const { caller } = known.value
        if (key !== null) return serveKeyed(running, caller, key, request)
        if (request.claims) acknowledged.asked(request.claims)
        return answerOf(await request.run(running.dropkit, caller))
      }

      function hear(answer: Answer<T>): void {
        if (answer.kind === 'granted') {
          if (key !== null) acknowledged.key(key, request.idOf(answer.value))
          request.note(answer.value)
        } else if (key !== null && answer.isFinal) acknowledged.key(key, answer.refusal)
      }

      const what = key === null ? request.what : `${request.what} (${key})`
      return clients.ask<Answer<T>>(`${what} for ${person.name}`, serve, hear, tries)
    },
  }
}

/** A user with an API key. */
export interface Person {
  readonly name: string
  readonly caller: Caller
  readonly secret: string
}

/** A drop's owner, with a token and a webhook. */
export interface Creator extends Person {
  readonly tokenId: string
  readonly webhookUrl: string
}

export interface Actors {
  readonly creators: readonly Creator[]
  readonly people: readonly Person[]
  readonly operator: Person
  readonly wallets: readonly Address[]
  /** A wallet that no transfer and no delivery of the service can reach; null if there is none. */
  readonly unreachable: Address | null
}

const SUPPLY = '1000000'
const RESERVE = '500000'

/** Creates the actors before the simulation starts, without connections that fail. */
export async function createActors(world: World, chance: Chance): Promise<Actors> {
  const dropkit = createDropkit(world.plainPorts)

  async function person(name: string): Promise<Person> {
    const { secret, user, apiKey } = granted(await dropkit.createLocalUser({ username: name, key: { name } }))
    return { name, secret, caller: { user, credential: { kind: 'api_key', id: apiKey.id } } }
  }

  async function creator(name: string): Promise<Creator> {
    const { caller, ...rest } = await person(name)
    // The webhook is created first, so that it gets every event of this creator.
    const webhookUrl = `https://${name}.example`
    granted(await dropkit.createWebhook(caller, { url: webhookUrl, events: ['*'] }))
    const terms = { name, symbol: 'COIN', supply: SUPPLY, communityDropsReserve: RESERVE }
    const { id: tokenId } = granted(await dropkit.createToken(caller, terms))
    if (!world.chain.chain.opensVaultsAtOnce) {
      const senderAddress = testWallet(900)
      const bytes = granted(await dropkit.prepareTokenDeployment(caller, { tokenId, senderAddress }))
      const { txHash } = world.chain.wallet.execute(senderAddress, bytes)
      granted(await dropkit.confirmTokenDeployment(caller, { tokenId, txHash }))
    }
    return { caller, ...rest, tokenId, webhookUrl }
  }

  const creators: Creator[] = []
  for (let n = chance.between(1, 2); n > 0; n--) creators.push(await creator(`creator-${n}`))
  const people: Person[] = []
  for (let n = chance.between(1, 3); n > 0; n--) people.push(await person(`person-${n}`))
  const operator = await person('admin')
  const wallets = Array.from({ length: chance.between(4, 10) }, (_, n) => testWallet(n + 1))
  equipMembers(world.chain.wallet, wallets)
  const unreachable = chance.happens(0.3) ? chance.pick(wallets) : null
  if (unreachable !== null) {
    denyCoins(world, unreachable, true)
    world.chain.refuseDeliveriesTo(unreachable)
  }
  return { creators, people, operator, wallets, unreachable }
}
