import { beforeEach, describe, expect, it, vi } from 'vitest'
import { stubPage } from '../../../../test/support/stub-page.ts'

const ADDRESS = `0x${'a'.repeat(64)}`
const SAVED = { address: ADDRESS, publicKey: Buffer.alloc(33, 2).toString('base64') }

let wallets: typeof import('./passkey-wallet.ts')

/** Opens a page in a browser that has stored this. */
async function open(stored: object | null, chain: 'fake' | 'sui' = 'fake') {
  stubPage()
  const text = JSON.stringify({ chain, now: new Date().toISOString(), embedOrigins: [] })
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: text }),
    documentElement: {},
    addEventListener: () => {},
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'dropkit.passkey' && stored ? JSON.stringify(stored) : null),
  })
  wallets = await import('./passkey-wallet.ts')
}

describe('the passkey wallet of a browser', () => {
  beforeEach(() => open(SAVED))

  it('is the one that was used last', () => {
    expect(wallets.savedPasskeyAddress()).toBe(ADDRESS)
    expect(wallets.savedPasskeyWallet()).toMatchObject({ address: ADDRESS, name: expect.stringMatching(/./) })
  })

  it('sends transactions to the fake chain of the server', async () => {
    const fetch = vi.fn(async () => Response.json({ txHash: '0x7' }))
    vi.stubGlobal('fetch', fetch)
    expect(await wallets.savedPasskeyWallet()?.execute('AA==')).toBe('0x7')
    expect(fetch).toHaveBeenCalledWith('/fake-chain/execute', expect.objectContaining({ method: 'POST' }))
  })
})

it('a passkey wallet sends nothing on Sui', async () => {
  await open(SAVED, 'sui')
  await expect(wallets.savedPasskeyWallet()?.execute('AA==')).rejects.toThrow()
})

it('a browser without a passkey has no passkey wallet', async () => {
  await open(null)
  expect([wallets.savedPasskeyAddress(), wallets.savedPasskeyWallet()]).toEqual([null, null])
})

it('a passkey whose public key was not stored is known by its address only', async () => {
  await open({ address: ADDRESS })
  expect([wallets.savedPasskeyAddress(), wallets.savedPasskeyWallet()]).toEqual([ADDRESS, null])
})
