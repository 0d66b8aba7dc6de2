import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEmbedOrigins } from './embed-origins.ts'

describe('origins that may embed a claim page', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    [' HTTPS://Shop.Example:443/ ', 'https://shop.example'],
    ['https://xn--bcher-kva.example:8443', 'https://xn--bcher-kva.example:8443'],
    ['https://1.2.3.example', 'https://1.2.3.example'],
    ['https://192.0.2.255', 'https://192.0.2.255'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
  ])('%j is %s', (given, origin) => {
    expect(parseEmbedOrigins([given])).toEqual({ ok: true, value: [origin] })
  })

  it.each([
    '*',
    'null',
    "'self'",
    'data:',
    'http://shop.example',
    'https://*.example',
    'https://shop.example/path',
    'https://shop.example?query',
    'https://user@shop.example',
    'https://shop.example:*',
    'https://shop.example:65536',
    'https://bücher.example',
    'https://shop..example',
    'https://shop.example.',
    'https://-shop.example',
    'https://[2001:db8::1]',
    'http://[::1]:5173',
    'https://127.1',
    'https://192.0.2.256',
    'https://0x7f000001',
    'https://shop.example; script-src *',
    'https://shop.example, https://evil.example',
    'https://shop.example https://evil.example',
    'https://shop.example\r\nx-frame-options: ALLOWALL',
  ])('%j is none', (given) => {
    expect(parseEmbedOrigins([given])).toMatchObject({ ok: false, error: { field: 'embedOrigins' } })
  })

  it('are none unless given, and at most 10', () => {
    for (const none of [undefined, null, []]) expect(parseEmbedOrigins(none)).toEqual({ ok: true, value: [] })
    const many = Array.from({ length: 11 }, (_, index) => `https://shop.example:${index + 1}`)
    expect(parseEmbedOrigins(many).ok).toBe(false)
    expect(parseEmbedOrigins(many.slice(1)).ok).toBe(true)
    expect(parseEmbedOrigins('https://shop.example' as never).ok).toBe(false)
  })

  it('are written as browsers write them, so that the header and the targets of messages match', () => {
    const host = fc.stringMatching(/^[a-z0-9.:@*/;[\] -]{1,20}$/)
    fc.assert(
      fc.property(fc.oneof(host, fc.webAuthority(), fc.ipV4(), fc.ipV4Extended()), (name) => {
        const parsed = parseEmbedOrigins([`https://${name}`])
        // Only a browser decodes Punycode, so a name such as `xn--a` is accepted.
        if (!parsed.ok || name.includes('xn--')) return
        for (const origin of parsed.value) expect(new URL(origin).origin).toBe(origin)
      }),
    )
  })
})
