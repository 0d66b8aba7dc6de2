import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, mediaTypeOf } from './content-store.ts'

describe('base64', () => {
  it('is read with either alphabet, padded or not, in lines or in one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, inLines) => {
        const padded = Buffer.from(bytes).toString('base64')
        const forms = [padded, padded.replace(/=+$/, ''), Buffer.from(bytes).toString('base64url')]
        for (const form of forms) {
          const text = inLines ? form.replace(/(.{76})/g, '$1\r\n') : form
          expect(await decodeBase64(text)).toEqual(new Uint8Array(bytes))
        }
      }),
    )
  })

  it.each([
    'a',
    'abcde',
    'ab=',
    'ab===',
    'abc==',
    'ab==cd',
    'a!cd',
    'äbcd',
    '====',
    'ab==\u0000',
    'aGk\u00a0=',
  ])('is not %j', async (text) => {
    expect(await decodeBase64(text)).toBeUndefined()
  })

  it('is not accepted if it is cut off within a byte', async () => {
    expect(await decodeBase64('aGk=')).toEqual(new Uint8Array(Buffer.from('hi')))
    expect(await decodeBase64('aGl=')).toBeUndefined()
    expect(await decodeBase64('aH==')).toBeUndefined()
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('base64 of ten megabytes', () => {
  const bytes = Buffer.alloc(10 * 1024 * 1024, 'dropkit')
  const text = bytes.toString('base64')

  it('is read whole', async () => {
    expect(Buffer.compare(Buffer.from((await decodeBase64(text)) ?? []), bytes)).toBe(0)
    expect(await decodeBase64(`${text.slice(0, 9_000_000)}!${text.slice(9_000_001)}`)).toBeUndefined()
    expect(await decodeBase64(`${text.slice(0, 500_000)}=${text.slice(500_001)}`)).toBeUndefined()
  })

  it('yields to other work, also with a blank after every digit', async () => {
    for (const form of [text, `${text.slice(0, 7_000_000).replaceAll(/./g, '$& ')}`]) {
      let turns = 0
      const counting = setInterval(() => turns++, 0)
      await decodeBase64(form)
      clearInterval(counting)
      expect(turns).toBeGreaterThanOrEqual(5)
    }
  })
})

describe('the media type', () => {
  it.each([
    ['image/png', png],
    ['image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['image/webp', Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')],
    ['image/jpeg', Buffer.from('/9j/4AAQSkZJRgABAQEASABIAAD/2wBD', 'base64')],
    ['image/avif', Buffer.from('AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZg==', 'base64')],
    ['video/mp4', Buffer.from('AAAAGGZ0eXBpc29tAAAAAGlzb21tcDQy', 'base64')],
  ])('is %s if its bytes say so', async (type, bytes) => {
    expect(await mediaTypeOf(bytes)).toBe(type)
  })

  it('of a text, a page or nothing is none that a browser may show', async () => {
    for (const text of [
      '',
      'hello',
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      '<!doctype html><p>hi',
    ])
      expect([null, 'application/xml', 'image/svg+xml']).toContain(await mediaTypeOf(Buffer.from(text)))
  })

  it('never throws, for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.boolean(), async (bytes, asPng) => {
        const given = asPng ? Buffer.concat([png.subarray(0, 8), bytes]) : bytes
        const type = await mediaTypeOf(given)
        expect(type === null || /^[\w.+-]+\/[\w.+-]+/.test(type)).toBe(true)
      }),
    )
  })
})
