import {
  type BriefDrop,
  type Caller,
  type Currency,
  type Drop,
  type Dropkit,
  inWholeUnits,
  type PriceFeed,
  type Token,
  type User,
} from '@dropkit/core'
import { amountDue } from '@dropkit/core/internal'
import type { PageAbout } from './page-head.ts'
import type { ShareCard } from './share-card.ts'

/** What a page shows to an anonymous visitor, and whether it exists. */
export interface Subject {
  readonly about: PageAbout
  readonly isThere: boolean
  /** Whether the page shows Cloudflare's widget. */
  readonly hasTurnstile?: boolean
  /** The origins whose pages may embed the page. */
  readonly embedOrigins?: readonly string[]
}

export interface SubjectParts {
  readonly dropkit: Pick<
    Dropkit,
    'countView' | 'readCreator' | 'readDrop' | 'readDropByShortcode' | 'readPaymentIntent' | 'readToken'
  >
  readonly prices: Pick<PriceFeed, 'currencies'>
  /** The public URL of the server, without a slash at the end. */
  readonly publicUrl: () => string
}

/** A page without a share card, which search engines may not list. */
export const general = (title: string, description: string): Subject => ({
  about: { title, description, isListed: false },
  isThere: true,
})

const nothing = (title: string): Subject => ({
  about: { title, description: 'Is the link complete?', isListed: false },
  isThere: false,
})

const findDrop = async (
  dropkit: SubjectParts['dropkit'],
  caller: Caller,
  code: string,
): Promise<BriefDrop | undefined> =>
  (await dropkit.readDrop(caller, code)) ?? (await dropkit.readDropByShortcode(caller, code))

/** A share card, and the user whose drop or page it shows. */
export interface OwnedCard {
  readonly card: ShareCard
  readonly owner: string
}

/** The share card of a drop. Undefined if the caller may not read the drop. */
export async function shareCardFor(
  { dropkit, prices, publicUrl }: SubjectParts,
  caller: Caller,
  code: string,
): Promise<OwnedCard | undefined> {
  const drop = await findDrop(dropkit, caller, code)
  if (!drop) return undefined
  const token = await dropkit.readToken(caller, drop.tokenId)
  const card = shareCardOf(drop, { token, currencies: prices.currencies(), publicUrl: publicUrl() })
  return { card, owner: drop.creatorId }
}

/** The share card of a creator's page. Undefined if there is no such page. */
export async function creatorCardFor(
  { dropkit, publicUrl }: SubjectParts,
  caller: Caller,
  username: string,
): Promise<OwnedCard | undefined> {
  const creator = await dropkit.readCreator(caller, username)
  return creator && { card: creatorCardOf(creator, publicUrl()), owner: creator.id }
}

/** A creator with public drops, by name. */
export async function creatorToShow(
  { dropkit, publicUrl }: SubjectParts,
  caller: Caller,
  username: string,
): Promise<Subject> {
  const creator = await dropkit.readCreator(caller, username)
  if (!creator) return nothing('No such creator')
  const name = creator.displayName ?? creator.username
  const url = `${publicUrl()}/c/${creator.username}`
  return {
    about: {
      title: name,
      description: creator.bio || `Drops by ${name}.`,
      card: `${url}/card.png`,
      picture: pictureOf(creator.cover, publicUrl()),
      url,
      isListed: true,
    },
    isThere: true,
  }
}

/** A drop by its code or its id, if the caller may read it. Counts a view of its page. */
export async function dropToClaim(
  { dropkit, publicUrl }: SubjectParts,
  caller: Caller,
  code: string,
): Promise<Subject> {
  const drop = await findDrop(dropkit, caller, code)
  if (!drop) return nothing('No such drop')
  dropkit.countView(drop)
  return claimPageOf(drop, publicUrl())
}

/** A drop's claim page for other sites. It exists only if the drop names sites. Search engines list the other page. */
export async function dropToEmbed(
  { dropkit, publicUrl }: SubjectParts,
  caller: Caller,
  code: string,
): Promise<Subject> {
  const drop = await findDrop(dropkit, caller, code)
  if (!drop || drop.embedOrigins.length === 0) return nothing('No such drop')
  dropkit.countView(drop)
  const page = claimPageOf(drop, publicUrl())
  return { ...page, about: { ...page.about, isListed: false }, embedOrigins: drop.embedOrigins }
}

function claimPageOf(
  { title, description, shortcode, imageUrl, humanCheck }: BriefDrop,
  publicUrl: string,
): Subject {
  const url = `${publicUrl}/d/${shortcode}`
  return {
    about: {
      title,
      description: description || `Claim from ${title}.`,
      card: `${url}/card.png`,
      picture: pictureOf(imageUrl, publicUrl),
      url,
      isListed: true,
    },
    isThere: true,
    hasTurnstile: humanCheck === 'TURNSTILE',
  }
}

export async function drawToVerify(
  { dropkit, publicUrl }: SubjectParts,
  caller: Caller,
  dropId: string,
): Promise<Subject> {
  const drop = await dropkit.readDrop(caller, dropId)
  if (!drop) return nothing('No such drop')
  return {
    about: {
      title: `${drop.title}: check the draw`,
      description: 'Recompute every amount that was drawn, in your own browser.',
      picture: pictureOf(drop.imageUrl, publicUrl()),
      url: `${publicUrl()}/verify/${drop.id}`,
      isListed: true,
    },
    isThere: true,
  }
}

/** A payment by its public id. Search engines may not list the page, because only people with the link should see it. */
export async function paymentToMake(
  { dropkit, prices }: SubjectParts,
  caller: Caller,
  externalId: string,
): Promise<Subject> {
  const found = await dropkit.readPaymentIntent(caller, externalId)
  if (!found.ok) return nothing('No such payment')
  const intent = found.value
  const amount = moneyIn(prices.currencies(), amountDue(intent), intent.currency)
  const drop = await dropkit.readDrop(caller, intent.dropId)
  return general(`Pay ${amount}`, drop ? `For ${drop.title}.` : 'A payment.')
}

/** Apps that preview links can only load images by http or https. */
function pictureOf(imageUrl: string | null, publicUrl: string): string | undefined {
  if (imageUrl === null) return undefined
  if (imageUrl.startsWith('/')) return publicUrl + imageUrl
  return /^https?:/i.test(imageUrl) ? imageUrl : undefined
}

interface Around {
  readonly token: Pick<Token, 'symbol' | 'decimals'> | undefined
  readonly currencies: readonly Pick<Currency, 'code' | 'decimals'>[]
  /** The public URL of the server. */
  readonly publicUrl: string
}

type DropOnCard = Pick<Drop, 'id' | 'title' | 'shortcode' | 'type' | 'award' | 'pool' | 'price'>

/** The content of a drop's share card. */
export function shareCardOf(drop: DropOnCard, { token, currencies, publicUrl }: Around): ShareCard {
  const { title, shortcode, price, id } = drop
  return {
    title,
    amount: amountOn(drop, token),
    price: price === null ? 'Free to claim' : moneyIn(currencies, price.atomic, price.currency, grouped),
    place: `${placeOf(publicUrl)}/d/${shortcode}`,
    hue: hueOf(id),
  }
}

/** An amount of money with its unit. The decimals of a currency that the server no longer has are not known. */
function moneyIn(
  currencies: Around['currencies'],
  atomic: bigint,
  code: string,
  format = (decimal: string) => decimal,
): string {
  const known = currencies.find((currency) => currency.code === code)
  return known
    ? `${format(inWholeUnits(atomic, known.decimals))} ${code}`
    : `${format(String(atomic))} smallest units of ${code}`
}

/** The content of the share card of a creator's page. */
const creatorCardOf = (
  { id, username, displayName }: Pick<User, 'id' | 'username' | 'displayName'>,
  publicUrl: string,
): ShareCard => ({
  title: displayName ?? username,
  amount: 'Drops',
  price: `@${username}`,
  place: `${placeOf(publicUrl)}/c/${username}`,
  hue: hueOf(id),
})

const placeOf = (publicUrl: string): string => publicUrl.replace(/^https?:\/\//, '')
const hueOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % 360

function amountOn({ type, award, pool }: DropOnCard, token: Around['token']): string {
  const show = (amount: bigint) => {
    const symbol = token?.symbol ?? ''
    if (type === 'NFT') return `${grouped(String(amount))} ${symbol} ${amount === 1n ? 'NFT' : 'NFTs'}`
    return `${grouped(inWholeUnits(amount, token?.decimals ?? 0))} ${symbol}`
  }
  switch (award.kind) {
    case 'fixed':
      return show(award.amount)
    case 'random':
      return `A random share of ${show(pool)}`
    case 'open':
      return type === 'NFT' ? show(1n) : `Up to ${show(pool)}`
  }
}

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })
const grouped = (decimal: string): string => numbers.format(decimal as Intl.StringNumericLiteral)
