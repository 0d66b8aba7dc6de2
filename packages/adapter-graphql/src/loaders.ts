import {
  type Address,
  type BriefDrop,
  type BriefEvent,
  type Caller,
  type Claim,
  type ClaimPlace,
  type DropId,
  type FileId,
  type GatingConfig,
  idOfClaim,
  type Page,
  type PaymentIntent,
  type PaymentIntentId,
  type Piece,
  type Refund,
  type Token,
  type TokenId,
  type User,
  type UserId,
  type VaultState,
  type WebhookDelivery,
  type WebhookId,
} from '@dropkit/core'
import { canRead, invariant } from '@dropkit/core/internal'
import DataLoader from 'dataloader'
import type { Services } from './context.ts'
import { refusalError } from './errors/refusal-error.ts'
import { tooComplex } from './errors/request-error.ts'
import type { ObjectMeter } from './limits/answer-size.ts'
import { LIMITS } from './limits/limits.ts'
import { JsonText } from './scalars/scalars.ts'

/** A page of a list that belongs to an owner. */
interface PageOf<Owner, After> {
  readonly owner: Owner
  readonly page: Page<After>
}

type ByKey<Key, Value> = DataLoader<Key, Value | undefined>
type ByPage<Owner, After, Value> = DataLoader<PageOf<Owner, After>, readonly Value[], string>
type DeliveriesByPage = ByPage<WebhookId, never, WebhookDelivery>

/** The reads of one request. Keys that many rows request at once are combined into one query of the store. */
export interface Loaders {
  /** Also undefined for a drop that was deleted or that the caller may not read. */
  readonly drop: ByKey<DropId, BriefDrop>
  /** Caches a drop that this request has just read and may show, so that `drop` does not read it again. */
  know(drop: BriefDrop): void
  /** What was left out of a `BriefDrop`. */
  readonly metadataOfDrop: ByKey<DropId, JsonText>
  readonly gatingOfDrop: ByKey<DropId, GatingConfig>
  readonly token: ByKey<TokenId, Token>
  readonly user: ByKey<UserId, User>
  readonly userByWallet: ByKey<Address, User>
  /** Also undefined if the chain does not answer. */
  readonly vault: ByKey<Address, VaultState>
  readonly counts: DataLoader<User, { readonly drops: number; readonly claims: number }, UserId>
  readonly paymentIntent: ByKey<PaymentIntentId, PaymentIntent>
  /** Each load calls the chain, so the number per request is limited. */
  readonly paymentTransaction: DataLoader<PaymentIntent, string | null, PaymentIntentId>
  readonly refundsOfIntent: DataLoader<PaymentIntentId, readonly Refund[]>
  /** All deliveries, or those in one state. */
  deliveriesOfWebhook(state: WebhookDelivery['state']['kind'] | undefined): DeliveriesByPage
  /** By log position. */
  readonly eventAt: ByKey<number, BriefEvent>
  /** What was left out of a `BriefEvent`, by log position. */
  readonly dataOfEvent: ByKey<number, JsonText>
  readonly claimsOfDrop: ByPage<DropId, ClaimPlace, Claim>
  readonly piecesOfManifest: ByPage<FileId, number, Piece>
  readonly dropsOfToken: ByPage<TokenId, DropId, BriefDrop>
  readonly dropsOfUser: ByPage<UserId, DropId, BriefDrop>
  readonly tokensOfUser: ByPage<UserId, TokenId, Token>
  readonly claimsOfUser: ByPage<User, ClaimPlace, Claim>
}

type Read = Pick<Services, 'store' | 'chain' | 'deliveries' | 'dropkit'>

/** Creates loaders for one request. They cache their reads and must not be used for another request. */
export const createLoaders = (services: Read, caller: Caller, objects: ObjectMeter): Loaders =>
  new RequestLoaders(services, caller, objects)

/** Each loader is created on first use, because most requests need only one or two, and a claim needs none. */
class RequestLoaders implements Loaders {
  readonly #services: Read
  readonly #caller: Caller
  readonly #objects: ObjectMeter
  readonly #made: { -readonly [Name in keyof Loaders]?: Loaders[Name] } = {}
  #deliveries: Map<WebhookDelivery['state']['kind'] | undefined, DeliveriesByPage> | undefined
  #known: BriefDrop | undefined

  constructor(services: Read, caller: Caller, objects: ObjectMeter) {
    this.#services = services
    this.#caller = caller
    this.#objects = objects
  }

  get drop() {
    if (this.#made.drop) return this.#made.drop
    const made: Loaders['drop'] = byKey(async (ids) => {
      const drops = await this.#services.store.briefDrops(ids)
      return new Map([...drops].filter(([, drop]) => canRead(this.#caller, drop)))
    })
    if (this.#known) made.prime(this.#known.id, this.#known)
    this.#made.drop = made
    return made
  }

  know(drop: BriefDrop): void {
    if (this.#known || this.#made.drop) this.drop.prime(drop.id, drop)
    else this.#known = drop
  }

  get metadataOfDrop() {
    this.#made.metadataOfDrop ??= longValues(this.#objects, async (ids) =>
      jsonTexts(await this.#services.store.metadataOfDrops(ids)),
    )
    return this.#made.metadataOfDrop
  }

  get gatingOfDrop() {
    this.#made.gatingOfDrop ??= longValues(this.#objects, (ids) => this.#services.store.gatingOfDrops(ids))
    return this.#made.gatingOfDrop
  }

  get token() {
    this.#made.token ??= byKey((ids) => this.#services.store.tokens(ids))
    return this.#made.token
  }

  get user() {
    this.#made.user ??= byKey((ids) => this.#services.store.users(ids))
    return this.#made.user
  }

  get userByWallet() {
    this.#made.userByWallet ??= byKey((wallets) => this.#services.store.usersByWallet(wallets))
    return this.#made.userByWallet
  }

  get vault() {
    this.#made.vault ??= byKey(async (objectIds) => {
      const vaults = await this.#services.chain.vaults(objectIds, { isForUser: true })
      return vaults.ok ? vaults.value : new Map<Address, VaultState>()
    })
    return this.#made.vault
  }

  get counts() {
    this.#made.counts ??= new DataLoader(
      async (users) => {
        const counts = await this.#services.store.countsOfUsers(users, this.#caller.user.id)
        return users.map(({ id }) => counts.get(id) ?? { drops: 0, claims: 0 })
      },
      { cacheKeyFn: ({ id }) => id },
    )
    return this.#made.counts
  }

  get paymentIntent() {
    this.#made.paymentIntent ??= byKey((ids) => this.#services.store.paymentIntents(ids))
    return this.#made.paymentIntent
  }

  get paymentTransaction() {
    this.#made.paymentTransaction ??= createPaymentTransactions(this.#services.dropkit)
    return this.#made.paymentTransaction
  }

  get refundsOfIntent() {
    this.#made.refundsOfIntent ??= new DataLoader(async (ids) => {
      const refunds = await this.#services.store.refundsOfIntents(ids)
      return ids.map((id) => refunds.get(id) ?? [])
    })
    return this.#made.refundsOfIntent
  }

  deliveriesOfWebhook(state: WebhookDelivery['state']['kind'] | undefined) {
    this.#deliveries ??= new Map()
    const made =
      this.#deliveries.get(state) ??
      byPage<WebhookId, never, WebhookDelivery>(
        this.#objects,
        (ids, { limit }) => this.#services.deliveries.deliveriesOf(ids, limit, state),
        { keyOfOwner: String, keyOfAfter: String },
      )
    this.#deliveries.set(state, made)
    return made
  }

  get eventAt() {
    this.#made.eventAt ??= byKey((positions) => this.#services.deliveries.eventsAt(positions))
    return this.#made.eventAt
  }

  get dataOfEvent() {
    this.#made.dataOfEvent ??= longValues(this.#objects, async (positions) =>
      jsonTexts(await this.#services.store.dataOfEvents(positions)),
    )
    return this.#made.dataOfEvent
  }

  get claimsOfDrop() {
    this.#made.claimsOfDrop ??= byPage(
      this.#objects,
      (ids, page) => this.#services.store.claimsOfDrops(ids, page),
      { keyOfOwner: String, keyOfAfter: idOfClaim },
    )
    return this.#made.claimsOfDrop
  }

  get piecesOfManifest() {
    this.#made.piecesOfManifest ??= byPage(
      this.#objects,
      (ids, page) => this.#services.store.pieces(ids, page),
      { keyOfOwner: String, keyOfAfter: String },
    )
    return this.#made.piecesOfManifest
  }

  get dropsOfToken() {
    this.#made.dropsOfToken ??= byPage(
      this.#objects,
      (ids, page) => this.#services.store.dropsOfTokens(ids, this.#caller.user.id, page),
      { keyOfOwner: String, keyOfAfter: String },
    )
    return this.#made.dropsOfToken
  }

  get dropsOfUser() {
    this.#made.dropsOfUser ??= byPage(
      this.#objects,
      (ids, page) => this.#services.store.dropsOfUsers(ids, this.#caller.user.id, page),
      { keyOfOwner: String, keyOfAfter: String },
    )
    return this.#made.dropsOfUser
  }

  get tokensOfUser() {
    this.#made.tokensOfUser ??= byPage(
      this.#objects,
      (ids, page) => this.#services.store.tokensOfUsers(ids, page),
      { keyOfOwner: String, keyOfAfter: String },
    )
    return this.#made.tokensOfUser
  }

  get claimsOfUser() {
    this.#made.claimsOfUser ??= byPage(
      this.#objects,
      async (users, page) => {
        const claims = await this.#services.store.claimsOfUsers(users, this.#caller.user, page)
        return new Map(users.map((user) => [user, claims.get(user.id) ?? []]))
      },
      { keyOfOwner: ({ id }) => id, keyOfAfter: idOfClaim },
    )
    return this.#made.claimsOfUser
  }
}

function byKey<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ByKey<Key, Value> {
  return new DataLoader(async (keys) => {
    const found = await load(keys)
    return keys.map((key) => found.get(key))
  })
}

const jsonTexts = <Key>(texts: ReadonlyMap<Key, string>): ReadonlyMap<Key, JsonText> =>
  new Map([...texts].map(([key, text]) => [key, new JsonText(text)]))

/** How many long values one read may return. Those of drops have up to 130 kB, those of events up to 300 kB. */
const LONG_VALUES_AT_ONCE = 8
/** How many a request may have in any case. */
const FEW_LONG_VALUES = 2

/** Reads a few long values at a time, until the answer is too large. */
function longValues<Key, Value>(
  objects: ObjectMeter,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ByKey<Key, Value> {
  let count = 0
  let last: Promise<unknown> = Promise.resolve()
  const none: ReadonlyMap<Key, Value> = new Map()
  return new DataLoader(
    async (ids) => {
      count += ids.length
      const reading = last.then(async () => {
        if (count > FEW_LONG_VALUES) await objects.place()
        return objects.hasRoom() ? load(ids) : none
      })
      last = reading.catch(() => {})
      const found = await reading
      return ids.map((id) => found.get(id))
    },
    { maxBatchSize: LONG_VALUES_AT_ONCE },
  )
}

/** The maximum number of rows that one read of several owners' lists may return. */
const MOST_ROWS_AT_ONCE = 2_000

interface KeysOf<Owner, After> {
  readonly keyOfOwner: (owner: Owner) => string
  readonly keyOfAfter: (after: After) => string
}

/** Combines owners whose lists are read with the same page. */
function byPage<Owner, After, Value>(
  objects: ObjectMeter,
  load: (owners: readonly Owner[], page: Page<After>) => Promise<ReadonlyMap<Owner, readonly Value[]>>,
  { keyOfOwner, keyOfAfter }: KeysOf<Owner, After>,
): ByPage<Owner, After, Value> {
  /** Reads a few owners at a time, so that an answer that grows too large is rejected before all of it is read. */
  async function loadInParts(
    owners: readonly Owner[],
    page: Page<After>,
  ): Promise<ReadonlyMap<Owner, readonly Value[]>> {
    const size = Math.max(1, Math.floor(MOST_ROWS_AT_ONCE / page.limit))
    const loaded = new Map<Owner, readonly Value[]>()
    let rows = 0
    for (let begin = 0; begin < owners.length; begin += size) {
      for (const [owner, list] of await load(owners.slice(begin, begin + size), page)) {
        loaded.set(owner, list)
        rows += list.length
      }
      objects.expect(rows)
    }
    return loaded
  }
  const keyOfPage = ({ limit, after }: Page<After>): string =>
    `${limit} ${after === undefined ? '' : keyOfAfter(after)}`
  return new DataLoader<PageOf<Owner, After>, readonly Value[], string>(
    async (wanted) => {
      const groups = Map.groupBy(wanted, ({ page }) => keyOfPage(page))
      const loaded = await Promise.all(
        [...groups].map(async ([key, members]) => {
          const [first] = members
          invariant(first !== undefined, 'a group has a member')
          const owners = members.map(({ owner }) => owner)
          return [key, await loadInParts(owners, first.page)] as const
        }),
      )
      const lists = new Map(loaded)
      return wanted.map(({ owner, page }) => lists.get(keyOfPage(page))?.get(owner) ?? [])
    },
    { cacheKeyFn: ({ owner, page }) => `${keyOfOwner(owner)} ${keyOfPage(page)}` },
  )
}

function createPaymentTransactions({
  paymentTransaction,
}: Services['dropkit']): Loaders['paymentTransaction'] {
  const value = LIMITS.paymentTransactions
  let asked = 0
  return new DataLoader<PaymentIntent, string | null, PaymentIntentId>(
    async (intents) => {
      asked += intents.length
      if (asked > value) {
        const message = `${asked} payments would have to be prepared, at most ${value} are in one request`
        throw tooComplex(message, { limit: 'paymentTransactions', value, asked })
      }
      return Promise.all(
        intents.map(async (intent) => {
          const prepared = await paymentTransaction(intent)
          return prepared.ok ? prepared.value : refusalError(prepared.error)
        }),
      )
    },
    { cacheKeyFn: ({ id }) => id },
  )
}
