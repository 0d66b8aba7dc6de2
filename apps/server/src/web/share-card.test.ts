import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { createShareCards } from './page-routes.ts'
import { shareCardOf } from './page-subjects.ts'
import { createCardThread, drawShareCard, type ShareCard } from './share-card.ts'

const CARD: ShareCard = {
  title: 'Pepper for all',
  amount: '100 PEPPER',
  price: 'Free to claim',
  place: 'drops.example/d/pepper-for-all',
  hue: 150,
}
const TITLE_ROWS = [120, 430] as const
const AMOUNT_ROWS = [430, 500] as const
const EVERY_ROW = [0, 630] as const

async function pixels(part: Partial<ShareCard>) {
  const image = await loadImage(await drawShareCard({ ...CARD, ...part }))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return {
    size: [image.width, image.height],
    rows: ([from, to]: readonly [number, number]) =>
      Buffer.from(context.getImageData(0, from, image.width, to - from).data).toString('base64'),
    /** Whether the last pixels of each row are empty. */
    isEdgeEmpty: () => {
      const { data } = context.getImageData(image.width - 60, 0, 60, image.height)
      return data.every((value, place) => place % 4 === 3 || value < 240)
    },
  }
}

describe('a share card', () => {
  it('shows the title and the amount, each in its place', async () => {
    const card = await pixels({})
    expect(card.size).toEqual([1200, 630])
    const other = {
      title: await pixels({ title: 'Salt for all' }),
      amount: await pixels({ amount: '7 SALT' }),
    }
    expect(other.title.rows(TITLE_ROWS)).not.toBe(card.rows(TITLE_ROWS))
    expect(other.title.rows(AMOUNT_ROWS)).toBe(card.rows(AMOUNT_ROWS))
    expect(other.amount.rows(TITLE_ROWS)).toBe(card.rows(TITLE_ROWS))
    expect(other.amount.rows(AMOUNT_ROWS)).not.toBe(card.rows(AMOUNT_ROWS))
  })

  it('writes letters of Cyrillic, Greek and Vietnamese, and not the same sign for each', async () => {
    for (const [one, other] of [
      ['жук', 'дом'],
      ['νησι', 'ωρα'],
      ['ệ', 'ộ'],
      ['Ż', 'ł'],
    ] as const)
      expect((await pixels({ title: one })).rows(TITLE_ROWS)).not.toBe(
        (await pixels({ title: other })).rows(TITLE_ROWS),
      )
  })

  it.each([
    ['of the longest words', 'W'.repeat(120)],
    ['of many words', 'Wide words '.repeat(10)],
    ['of signs without a glyph', '\u{1f9ff}春\u0000\u202e'.repeat(20)],
    ['that is empty', ''],
  ])('keeps a title %s away from its edges', async (_what, title) => {
    const card = await pixels({ title, amount: title || 'x', place: title || 'x' })
    expect(card.isEdgeEmpty()).toBe(true)
    expect(card.rows(EVERY_ROW)).not.toBe('')
  })
})

describe('what a share card says', () => {
  const drop = {
    id: 'drop_00000000000000000000000000000001',
    title: 'Rain',
    shortcode: 'rain',
    type: 'TOKEN',
    pool: 1_000_000n,
    price: null,
    award: { kind: 'fixed', amount: 123_450n },
  } as unknown as Parameters<typeof shareCardOf>[0]
  const around = {
    token: { symbol: 'DROP', decimals: 2 },
    currencies: [{ code: 'SUI', decimals: 9 }],
    publicUrl: 'https://drops.example',
  }
  const said = (part: object) => shareCardOf({ ...drop, ...part }, around)

  it('is the amount of a claim in whole tokens, the price, and where to claim', () => {
    expect(said({})).toMatchObject({
      title: 'Rain',
      amount: '1,234.5 DROP',
      price: 'Free to claim',
      place: 'drops.example/d/rain',
    })
    expect(said({ price: { atomic: 1_500_000_000n, currency: 'SUI' } }).price).toBe('1.5 SUI')
    expect(said({ price: { atomic: 1_500_000n, currency: 'EURX' } }).price).toBe(
      '1,500,000 smallest units of EURX',
    )
  })

  it.each([
    ['random amounts', { award: { kind: 'random' } }, 'A random share of 10,000 DROP'],
    ['amounts that claimers name', { award: { kind: 'open' } }, 'Up to 10,000 DROP'],
    ['pieces', { type: 'NFT', award: { kind: 'open' } }, '1 DROP NFT'],
    ['several pieces', { type: 'NFT', award: { kind: 'fixed', amount: 3n } }, '3 DROP NFTs'],
  ])('shows the amount of a claim for %s', (_what, part, amount) => {
    expect(said(part).amount).toBe(amount)
  })
})

describe('share cards', () => {
  it('are drawn once each, one at a time, those of each owner in turn, and only some wait', async () => {
    let drawing = 0
    let drawn = 0
    const cards = createShareCards(async ({ title }) => {
      expect(++drawing).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      drawing--
      drawn++
      return Buffer.from(title)
    })
    const titles = Array.from({ length: 135 }, (_, place) => `Drop ${place}`)
    const begun = [...titles, ...titles].map((title) => cards.read({ card: { ...CARD, title }, owner: 'a' }))
    const ofAnother = cards.read({ card: { ...CARD, title: 'Another' }, owner: 'b' })
    expect(String(await ofAnother)).toBe('Another')
    expect(drawn).toBe(3)
    const pngs = await Promise.all(begun)
    expect(drawn).toBe(129)
    expect(pngs.filter((png) => png === undefined)).toHaveLength(14)
    expect(pngs.map(String).slice(0, 128)).toEqual(titles.slice(0, 128))
    expect(String(await cards.read({ card: { ...CARD, title: 'Drop 134' }, owner: 'a' }))).toBe('Drop 134')
  })

  it('that failed are rendered again', async () => {
    let tries = 0
    const cards = createShareCards(async () => {
      if (++tries === 1) throw new Error('no memory')
      return Buffer.from('ok')
    })
    await expect(cards.read({ card: CARD, owner: 'a' })).rejects.toThrow('no memory')
    expect(String(await cards.read({ card: CARD, owner: 'a' }))).toBe('ok')
  })
})

describe('the thread that draws cards', () => {
  it('draws the same cards as without it', async () => {
    const draw = createCardThread()
    for (const title of ['Pepper', 'Salt'])
      expect((await draw({ ...CARD, title })).equals(await drawShareCard({ ...CARD, title }))).toBe(true)
  })

  it('fails for a card that ends it, and starts again for the next one', async () => {
    const code = `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ({ title }) => {
        if (title === 'exit') process.exit(3)
        if (title === 'throw') throw new Error('cannot draw this')
        parentPort.postMessage(new TextEncoder().encode(title))
      })`
    const draw = createCardThread(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    const titled = (title: string) => draw({ ...CARD, title }).then(String, (error: Error) => error.message)
    expect(await titled('one')).toBe('one')
    expect(await titled('throw')).toBe('cannot draw this')
    expect(await titled('two')).toBe('two')
    expect(await titled('exit')).toBe('the thread that draws cards ended with 3')
    for (let card = 0; card < 20; card++) expect(await titled(`${card}`)).toBe(`${card}`)
  })
})
