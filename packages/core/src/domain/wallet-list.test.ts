import { expect, test } from 'vitest'
import { addressOf } from '../testing/arbitrary/any-address.ts'
import { parseWalletList } from './wallet-list.ts'

const [A, B] = [addressOf('0xa'), addressOf('0xb')]

test.each([
  ['lines that end in any way', '0xa\n0xb\r\n0xA\r0xb'],
  ['a mark of UTF-8 and a heading', '\ufeffwallet_address\n0xa\n0xb'],
  ['a heading in capitals', 'Address\n0xa\n0xb'],
  ['the first column, by comma, semicolon or tab', '0xa,x,0xc\n0xb;y\n0xa\tz'],
  ['quotes and blanks', ' "0xa" \n\n  \n"0xb","x"'],
])('a list of wallets is read with %s, each once', (_, text) => {
  expect(parseWalletList(text)).toEqual({ ok: true, value: [A, B] })
})

test('a heading is one on the first line alone', () => {
  expect(parseWalletList('0xa\naddress')).toEqual({ ok: false, error: ['line 2: "address" is no address'] })
  expect(parseWalletList('my address\n0xa')).toMatchObject({ ok: false })
  expect(parseWalletList('addresses\n0xa')).toMatchObject({ ok: false })
})

test('each line that holds none is named, shortened, and no more than a hundred of them', () => {
  expect(parseWalletList(`0xa\n${'z'.repeat(81)}\n0xb`)).toEqual({
    ok: false,
    error: [`line 2: "${'z'.repeat(80)}" is no address`],
  })
  const faulty = parseWalletList(Array.from({ length: 101 }, () => 'no').join('\n'))
  expect(!faulty.ok && faulty.error).toHaveLength(100)
})
