import {
  type Address,
  type Caller,
  type Claim,
  type ClaimPlace,
  canRead,
  type Drop,
  type DropId,
  idOfClaim,
  invariant,
  type Page,
  type PaymentIntent,
  type PaymentIntentId,
  type Refund,
  type Token,
  type TokenId,
  type User,
  type UserId,
  type VaultState,
  type WebhookDelivery,
  type WebhookId,
} from '@dropkit/core'
import DataLoader from 'dataloader'
import type { Services } from './context.ts'

/** A part of a list that belongs to something. */
interface PageOf<Owner, After> {
  readonly owner: Owner
  readonly page: Page<After>
}

type ByKey<Key, Value> = DataLoader<Key, Value | undefined>
type ByPage<Owner, After, Value> = DataLoader<PageOf<Owner, After>, readonly Value[], string>

/** Reads of one request, so that what many rows ask for at once becomes one question to the store. */
export interface Loaders {
  /** Undefined also for a drop that was deleted or that the caller may not read. */
  readonly drop: ByKey<DropId, Drop>
  readonly token: ByKey<TokenId, Token>
  readonly user: ByKey<UserId, User>
  readonly userByWallet: ByKey<Address, User>
  /** Undefined also when the chain does not answer. */
  readonly vault: ByKey<Address, VaultState>
  readonly counts: DataLoader<User, { readonly drops: number; readonly claims: number }, UserId>
  readonly paymentIntent: ByKey<PaymentIntentId, PaymentIntent>
  readonly refundsOfIntent: DataLoader<PaymentIntentId, readonly Refund[]>
  readonly deliveriesOfWebhook: ByPage<WebhookId, never, WebhookDelivery>
  readonly claimsOfDrop: ByPage<DropId, ClaimPlace, Claim>
  readonly dropsOfToken: ByPage<TokenId, DropId, Drop>
  readonly dropsOfUser: ByPage<UserId, DropId, Drop>
  readonly tokensOfUser: ByPage<UserId, TokenId, Token>
  readonly claimsOfUser: ByPage<User, ClaimPlace, Claim>
}

/** New ones for a caller: they remember what they have read, and it must not outlive the request. */
export function createLoaders(
  { store, chain, deliveries }: Pick<Services, 'store' | 'chain' | 'deliveries'>,
  caller: Caller,
): Loaders {
  const reader = caller.user.id
  // Each is made when it is first asked for: most requests need one or two, and a claim none.
  const made: { -readonly [Name in keyof Loaders]?: Loaders[Name] } = {}
  return {
    get drop() {
      made.drop ??= byKey(async (ids) => {
        const drops = await store.drops(ids)
        return new Map([...drops].filter(([, drop]) => canRead(caller, drop)))
      })
      return made.drop
    },
    get token() {
      made.token ??= byKey((ids) => store.tokens(ids))
      return made.token
    },
    get user() {
      made.user ??= byKey((ids) => store.users(ids))
      return made.user
    },
    get userByWallet() {
      made.userByWallet ??= byKey((wallets) => store.usersByWallet(wallets))
      return made.userByWallet
    },
    get vault() {
      made.vault ??= byKey(async (objectIds) => {
        const vaults = await chain.vaults(objectIds)
        return vaults.ok ? vaults.value : new Map<Address, VaultState>()
      })
      return made.vault
    },
    get counts() {
      made.counts ??= new DataLoader(
        async (users) => {
          const counts = await store.countsOfUsers(users, reader)
          return users.map(({ id }) => counts.get(id) ?? { drops: 0, claims: 0 })
        },
        { cacheKeyFn: ({ id }) => id },
      )
      return made.counts
    },
    get paymentIntent() {
      made.paymentIntent ??= byKey((ids) => store.paymentIntents(ids))
      return made.paymentIntent
    },
    get refundsOfIntent() {
      made.refundsOfIntent ??= new DataLoader(async (ids) => {
        const refunds = await store.refundsOfIntents(ids)
        return ids.map((id) => refunds.get(id) ?? [])
      })
      return made.refundsOfIntent
    },
    get deliveriesOfWebhook() {
      made.deliveriesOfWebhook ??= byPage(
        (ids, { limit }) => deliveries.deliveriesOf(ids, limit),
        String,
        String,
      )
      return made.deliveriesOfWebhook
    },
    get claimsOfDrop() {
      made.claimsOfDrop ??= byPage((ids, page) => store.claimsOfDrops(ids, page), String, idOfClaim)
      return made.claimsOfDrop
    },
    get dropsOfToken() {
      made.dropsOfToken ??= byPage((ids, page) => store.dropsOfTokens(ids, reader, page), String, String)
      return made.dropsOfToken
    },
    get dropsOfUser() {
      made.dropsOfUser ??= byPage((ids, page) => store.dropsOfUsers(ids, reader, page), String, String)
      return made.dropsOfUser
    },
    get tokensOfUser() {
      made.tokensOfUser ??= byPage((ids, page) => store.tokensOfUsers(ids, page), String, String)
      return made.tokensOfUser
    },
    get claimsOfUser() {
      made.claimsOfUser ??= byPage(
        async (users, page) => {
          const claims = await store.claimsOfUsers(users, page)
          return new Map(users.map((user) => [user, claims.get(user.id) ?? []]))
        },
        ({ id }) => id,
        idOfClaim,
      )
      return made.claimsOfUser
    },
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

/** Owners that want the same part of their lists are asked for together. */
function byPage<Owner, After, Value>(
  load: (owners: readonly Owner[], page: Page<After>) => Promise<ReadonlyMap<Owner, readonly Value[]>>,
  keyOfOwner: (owner: Owner) => string,
  keyOfAfter: (after: After) => string,
): ByPage<Owner, After, Value> {
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
          return [key, await load(owners, first.page)] as const
        }),
      )
      const lists = new Map(loaded)
      return wanted.map(({ owner, page }) => lists.get(keyOfPage(page))?.get(owner) ?? [])
    },
    { cacheKeyFn: ({ owner, page }) => `${keyOfOwner(owner)} ${keyOfPage(page)}` },
  )
}
