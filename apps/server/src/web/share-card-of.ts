import { type Currency, type Drop, inWholeUnits, type Token, type User } from '@dropkit/core'
import type { ShareCard } from './share-card.ts'

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
  const currency = currencies.find(({ code }) => code === price?.currency)
  return {
    title,
    amount: amountOn(drop, token),
    price:
      price === null
        ? 'Free to claim'
        : `${grouped(inWholeUnits(price.atomic, currency?.decimals ?? 0))} ${price.currency}`,
    place: `${placeOf(publicUrl)}/d/${shortcode}`,
    hue: hueOf(id),
  }
}

/** The content of the share card of a creator's page. */
export const creatorCardOf = (
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
