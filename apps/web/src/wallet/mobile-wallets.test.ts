import { expect, test } from 'vitest'
import { mobileWalletLinks } from './mobile-wallets.ts'

test('a link into a mobile wallet opens the same page, without the secret of a claim link', () => {
  const links = mobileWalletLinks('https://drops.example/d/gift?a=1#link=secret')
  expect(links).toEqual([
    { name: 'Slush', href: 'https://my.slush.app/browse/https%3A%2F%2Fdrops.example%2Fd%2Fgift%3Fa%3D1' },
    {
      name: 'Phantom',
      href: 'https://phantom.app/ul/browse/https%3A%2F%2Fdrops.example%2Fd%2Fgift%3Fa%3D1?ref=https%3A%2F%2Fdrops.example',
    },
  ])
})
