import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from './address.ts'
import { type CollectionInput, parseCollection } from './collection.ts'

const WALLET = `0x${'a'.repeat(64)}` as Address
const parse = (input: CollectionInput | null) => parseCollection(input, 'NFT', WALLET)
const fieldOf = (input: CollectionInput) => {
  const parsed = parse(input)
  return parsed.ok ? null : 'field' in parsed.error ? parsed.error.field : parsed.error.kind
}

describe('the collection of a new NFT drop', () => {
  test("belongs to the creator's wallet and has no royalty if nothing else is said", () => {
    const plain = {
      pieceImageUrl: null,
      attributes: [],
      manifest: null,
      royaltyBasisPoints: 0,
      owner: WALLET,
    }
    expect(parse(null)).toEqual({ ok: true, value: plain })
    expect(parse({})).toEqual({ ok: true, value: plain })
  })

  test('is kept as it is described', () => {
    const input = {
      pieceImageUrl: ' https://frogs.example/{number}.png ',
      attributes: [{ name: ' Skin ', value: 'green' }],
      manifestUrl: `/files/file_${'7'.repeat(32)}/frogs.csv`,
      royaltyPercent: 2.55,
      owner: '0xB0B',
    }
    expect(parse(input)).toEqual({
      ok: true,
      value: {
        pieceImageUrl: 'https://frogs.example/{number}.png',
        attributes: [{ name: 'Skin', value: 'green' }],
        manifest: `file_${'7'.repeat(32)}`,
        royaltyBasisPoints: 255,
        owner: `0x${'b0b'.padStart(64, '0')}`,
      },
    })
  })

  test('is none of a drop of tokens, which may not describe one', () => {
    expect(parseCollection(null, 'TOKEN', WALLET)).toEqual({ ok: true, value: null })
    expect(parseCollection({}, 'TOKEN', WALLET)).toMatchObject({ error: { field: 'collection' } })
  })

  test.each<[string, CollectionInput, string]>([
    [
      'a picture without a place for the number',
      { pieceImageUrl: 'https://a.example/1.png' },
      'collection.pieceImageUrl',
    ],
    [
      'a picture with two',
      { pieceImageUrl: 'https://a.example/{number}/{number}' },
      'collection.pieceImageUrl',
    ],
    ['a path of this server', { pieceImageUrl: '/files/{number}.png' }, 'collection.pieceImageUrl'],
    ['a picture that is no URL', { pieceImageUrl: 'javascript:{number}' }, 'collection.pieceImageUrl'],
    [
      'a name twice',
      {
        attributes: [
          { name: 'a', value: '1' },
          { name: ' a', value: '2' },
        ],
      },
      'collection.attributes[1].name',
    ],
    ['a name of nothing', { attributes: [{ name: ' ', value: '1' }] }, 'collection.attributes[0].name'],
    ['a value of nothing', { attributes: [{ name: 'a', value: '' }] }, 'collection.attributes[0].value'],
    [
      '21 attributes',
      { attributes: Array.from({ length: 21 }, (_, n) => ({ name: `${n}`, value: '1' })) },
      'collection.attributes',
    ],
    [
      'more than 2,000 bytes',
      { attributes: Array.from({ length: 2 }, (_, n) => ({ name: `${n}`, value: '🌶'.repeat(250) })) },
      'collection.attributes',
    ],
    ['a royalty above 25', { royaltyPercent: 25.01 }, 'collection.royaltyPercent'],
    ['a royalty below 0', { royaltyPercent: -0.01 }, 'collection.royaltyPercent'],
    ['a royalty that is no number', { royaltyPercent: Number.NaN }, 'collection.royaltyPercent'],
    ['a royalty with three decimals', { royaltyPercent: 1.005 }, 'collection.royaltyPercent'],
    [
      'a manifest that is no upload',
      { manifestUrl: 'https://frogs.example/list.csv' },
      'collection.manifestUrl',
    ],
    ['an owner that is no address', { owner: 'me' }, 'collection.owner'],
  ])('is refused with %s, by the name of the field', (_, input, field) => {
    expect(fieldOf(input)).toBe(field)
  })

  test('takes exactly 2,000 bytes of attributes', () => {
    const attributes = Array.from({ length: 4 }, (_, n) => ({ name: `${n}`, value: 'x'.repeat(499) }))
    expect(parse({ attributes }).ok).toBe(true)
  })

  test('takes every royalty of whole hundredths of a percent, exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_500 }), (basisPoints) => {
        expect(parse({ royaltyPercent: basisPoints / 100 })).toMatchObject({
          value: { royaltyBasisPoints: basisPoints },
        })
      }),
    )
  })
})
