import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestSource, walletOf } from './request-source.ts'

const bodyOf = (request: string): string => request.slice(request.indexOf('\r\n\r\n') + 4)

describe('the requests of a load', () => {
  it('name another wallet for each counter and each run', () => {
    const place = fc.tuple(fc.nat({ max: 0xfffffffe }), fc.nat({ max: 0xffff }))
    fc.assert(
      fc.property(fc.uniqueArray(place, { selector: String, minLength: 2 }), (places) => {
        const wallets = places.map(([counter, run]) => walletOf(run.toString(16), counter))
        expect(new Set(wallets).size).toBe(places.length)
        for (const wallet of wallets) expect(wallet).toMatch(/^0x[0-9a-f]{64}$/)
      }),
    )
  })

  it('use the drops in turn and set the content length', () => {
    const source = requestSource({
      url: 'http://127.0.0.1:1/graphql',
      headers: { Authorization: 'Bearer key' },
      connections: 1,
      requests: 4,
      bodies: {
        kind: 'claims',
        template: '{"drop":"{{drop}}","wallet":"{{wallet}}"}',
        dropIds: ['one', 'three'],
        walletPrefix: 'a',
        namesWallet: true,
      },
    })
    const requests = Array.from({ length: 4 }, () => source.next())
    expect(requests.map(({ text }) => JSON.parse(bodyOf(text)).drop)).toEqual([
      'one',
      'three',
      'one',
      'three',
    ])
    for (const { text, wallet } of requests) {
      expect(JSON.parse(bodyOf(text)).wallet).toBe(wallet)
      expect(text).toContain(`\r\nContent-Length: ${bodyOf(text).length}\r\n`)
      expect(text).toContain('\r\nAuthorization: Bearer key\r\n')
    }
  })
})
