import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { workInSlices } from '../../test/work-in-slices.ts'
import type { Address } from './address.ts'
import { type CollectionInput, parseCollection } from './collection.ts'
import { attributesOfPiece, MAX_MANIFEST_BYTES, type Piece, parsePieceManifest } from './piece-manifest.ts'
import { allAtOnce } from './slices.ts'

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

  test('may not be given for a drop of tokens', () => {
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
    ['an owner that is not an address', { owner: 'me' }, 'collection.owner'],
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

const KING = {
  number: 7,
  name: 'King Frog',
  imageUrl: 'ipfs://king',
  attributes: [{ name: 'Crown', value: 'gold' }],
}
const plain = (number: number): Piece => ({ number, name: null, imageUrl: null, attributes: [] })

const read = (text: string) => allAtOnce(parsePieceManifest(text))
const errorsOf = (text: string) => {
  const parsed = read(text)
  return parsed.ok ? [] : parsed.error
}

describe('a manifest of pieces', () => {
  test('in JSON names the pieces, in any order', () => {
    const entry = { number: 7, name: 'King Frog', image: 'ipfs://king', attributes: { Crown: 'gold' } }
    expect(read(JSON.stringify([entry, { number: 2 }]))).toEqual({
      ok: true,
      value: [plain(2), KING],
    })
  })

  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('in CSV with %s has a column for each attribute, and empty cells are left out', (_what, separator) => {
    const rows = [
      ['number', 'Crown', 'image', 'name'],
      ['7', 'gold', 'ipfs://king', 'King Frog'],
      ['2', '', '', ''],
    ]
    const text = rows.map((row) => row.join(separator)).join('\r\n')
    expect(read(text)).toEqual({ ok: true, value: [plain(2), KING] })
  })

  test('in CSV has quoted cells with separators, quotation marks and further lines, and errors name the line', () => {
    const text = 'number,name,Motto\n1,"Frog, ""the"" first","a\nb"\n\n3,x\u0007,\n'
    expect(errorsOf(text)).toEqual([
      'line 2, attributes[0].value: attributes[0].value may not hold control characters',
      'line 5, name: name may not hold control characters',
    ])
    expect(read('number,name\n1,"Frog, ""the"" first"')).toMatchObject({
      value: [{ name: 'Frog, "the" first' }],
    })
  })

  test.each([
    ['nothing', '', 'line 1: the manifest has no column "number"'],
    ['a header alone', 'number,name\n', 'the manifest has no pieces'],
    ['no numbers', 'name\nKing', 'line 1: the manifest has no column "number"'],
    ['a column twice', 'number,name,name\n1,a,b', 'line 1: the column "name" is there twice'],
    ['a cell too many', 'number,name\n1,a,b', 'line 2: it has 3 cells, and there are 2 columns'],
    [
      'an open quotation mark',
      'number,name\n1,"a',
      'line 2: a quotation mark is missing or in the wrong place',
    ],
    ['a number of 0', 'number\n0', 'line 2, number: "0" is not a whole number from 1'],
    ['a number twice', 'number\n1\n1', 'line 3, number: 1 is in the manifest more than once'],
    [
      'a picture of this server',
      'number,image\n1,/files/1.png',
      'line 2, image: image must be an http, https or ipfs URL',
    ],
    ['half a list', '[{"number": 1}', 'the manifest is no JSON: '],
    ['no list', '{"number": 1}', 'the manifest must be a list of pieces'],
    ['an entry that is null', '[null]', 'piece 1 of the list, number: nothing is not a whole number from 1'],
    [
      'a name that is a number',
      '[{"number": 1, "name": 5}]',
      'piece 1 of the list, name: name must be a text',
    ],
    [
      'attributes in a list',
      '[{"number": 1, "attributes": ["gold"]}]',
      'piece 1 of the list, attributes: attributes must be an object with a text for each name',
    ],
    [
      'more than 10,000 pieces',
      `number\n${Array.from({ length: 10_001 }, (_, n) => n + 1).join('\n')}`,
      'the manifest has more than 10000 pieces',
    ],
    ['more than 64 columns', `number,${'x,'.repeat(64)}y\n1`, 'line 1: it has more than 64 cells'],
    ['a long cell', `number,name\n1,${'x'.repeat(8_193)}`, 'line 2: a cell has more than 8192 characters'],
    ['a long quoted cell', `number\n"${'\n'.repeat(8_193)}"`, 'line 2: a cell has more than 8192 characters'],
    ['a comma too many', '[{"number": 1},]', 'the manifest is no JSON: piece 2 of the list: '],
    ['text after the list', '[{"number": 1}] 2', 'the manifest is no JSON: text follows the list'],
    [
      'a long piece in JSON',
      `[{"number": 1}, {"number": 2, "note": "${'x'.repeat(65_536)}"}]`,
      'piece 2 of the list: it has more than 65536 characters',
    ],
  ])('with %s is refused, and the error says where', (_what, text, error) => {
    expect(errorsOf(text)[0]).toMatch(new RegExp(`^${error.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
  })

  test('in JSON may have brackets, commas and quotation marks in its texts', () => {
    const name = 'a],}{[ "\\'
    const text = JSON.stringify([{ number: 1, name }, { number: 2 }], null, 1)
    expect(read(` ${text}\n`)).toEqual({ ok: true, value: [{ ...plain(1), name }, plain(2)] })
  })

  const full = (row: (n: number) => string, [begin, between, end]: readonly [string, string, string]) => {
    let text = begin
    for (let n = 1; text.length < MAX_MANIFEST_BYTES; n++) text += (n === 1 ? '' : between) + row(n)
    return text.slice(0, MAX_MANIFEST_BYTES - end.length) + end
  }
  const names = Array.from({ length: 20 }, (_, n) => `a${n}`)
  const attributes = Object.fromEntries(names.map((name) => [name, 'x'.repeat(20)]))
  const filled = Object.values(attributes).join()
  const largest: readonly (readonly [string, string])[] = [
    ['valid CSV', full((n) => `${n},${filled}`, [`number,${names}\n`, '\n', '']).replace(/\n[^\n]*$/, '')],
    [
      'valid JSON',
      `[${Array.from({ length: 6_900 }, (_, n) => JSON.stringify({ number: n + 1, attributes }))}]`,
    ],
    ['columns', full((n) => n.toString(36), ['number,', ',', '\n1'])],
    [
      'empty cells',
      full(() => ','.repeat(63), [`number,${Array.from({ length: 63 }, (_, n) => n)}\n`, '\n', '']),
    ],
    ['empty lines', full(() => '\n', ['number\n', '\n', '1'])],
    ['line ends in quotation marks', full(() => '\n', ['number\n"', '', '"'])],
    ['quotation marks', full(() => '""', ['number\n"', '', '"'])],
    ['pieces with errors', full(() => '{}', ['[', ',', ']'])],
    ['nested lists', full(() => '[', ['[', '', ''])],
    ['members', full((n) => `"${n}":1`, ['[{', ',', '}]'])],
    ['short pieces', full((n) => String(n), ['number\n', '\n', ''])],
  ]

  test.each(largest)('of the largest size is read in slices below 50 ms: %s', (what, text) => {
    expect(text.length).toBeLessThanOrEqual(MAX_MANIFEST_BYTES)
    const { result, longestMs } = workInSlices(() => parsePieceManifest(text))
    expect(longestMs).toBeLessThan(50)
    if (what.startsWith('valid')) expect(result).toMatchObject({ ok: true })
  })

  test('says at most 100 errors', () => {
    expect(errorsOf(`number\n${'x\n'.repeat(200)}`)).toHaveLength(100)
  })

  test('is read or refused, for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `[${json}]`),
        ),
        (text) => {
          const parsed = read(text)
          expect(parsed.ok || parsed.error.length > 0).toBe(true)
        },
      ),
    )
  })
})

test('a piece shows the attributes of its collection, and its own instead of those with the same name', () => {
  const collection = {
    attributes: [
      { name: 'Skin', value: 'green' },
      { name: 'Crown', value: 'none' },
    ],
  }
  expect(attributesOfPiece(collection, KING)).toEqual([
    { name: 'Skin', value: 'green' },
    { name: 'Crown', value: 'gold' },
  ])
})
