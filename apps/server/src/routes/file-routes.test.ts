import type { Store, UploadedFile } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import * as fc from 'fast-check'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byteRangeOf, pieceOf, registerFileRoutes } from './file-routes.ts'

it.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 9 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=3-5', { from: 3, to: 5 }],
  ['bytes=3-500', { from: 3, to: 9 }],
  ['bytes=-3', { from: 7, to: 9 }],
  ['bytes=-300', { from: 0, to: 9 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=5-3', 'all'],
  ['bytes=0-1,4-5', 'all'],
  ['lines=0-1', 'all'],
  ['bytes=a-b', 'all'],
  ['', 'all'],
] as const)('reads %j of ten bytes as %j', (header, expected) => {
  expect(byteRangeOf(header, 10)).toEqual(expected)
})

it('has no part of nothing', () => {
  expect(byteRangeOf('bytes=0-', 0)).toBe('none')
  expect(byteRangeOf('bytes=-1', 0)).toBe('none')
})

it('cuts the same part out of a stream as out of the whole, however the stream is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 }),
      fc.nat(100),
      fc.nat(100),
      async (pieces, from, length) => {
        let read = 0
        async function* stream() {
          for (const piece of pieces) {
            read += piece.length
            yield piece
          }
        }
        const got: Uint8Array[] = []
        for await (const piece of pieceOf(stream(), from, from + length)) got.push(piece)
        const whole = Buffer.concat(pieces)
        expect(Buffer.concat(got).equals(whole.subarray(from, from + length + 1))).toBe(true)
        // The stream is read only up to the piece that contains the end of the range.
        expect(read).toBeLessThanOrEqual(Math.max(0, from + length) + 21)
      },
    ),
  )
})

const fileOf = (digit: string, inlineType: string | null): UploadedFile =>
  ({
    id: idOf('file', digit.repeat(32)),
    filename: 'picture',
    contentHash: digit.repeat(64),
    contentName: digit.repeat(64),
    contentType: 'image/png',
    inlineType,
    sizeBytes: 10,
  }) as UploadedFile

const image = fileOf('a', 'image/png')
const film = fileOf('b', 'video/mp4')
const broken = fileOf('c', 'image/png')
const gone = fileOf('d', 'image/png')

describe('an uploaded image', () => {
  const app = fastify()
  let reads = 0
  const urlOf = ({ id }: UploadedFile, width: number | string) => `/files/${id}/picture?width=${width}`

  beforeAll(async () => {
    const bytes = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0a7' } })
      .png()
      .toBuffer()
    const contents = new Map([
      [image.contentName, bytes],
      [broken.contentName, Buffer.from('no image')],
    ])
    const files = new Map([image, film, broken, gone].map((file) => [file.id, file]))
    const store = { files: async () => files } as unknown as Pick<Store, 'files'>
    registerFileRoutes(app, store, {
      async read(name) {
        reads++
        const found = contents.get(name)
        return (
          found &&
          (async function* () {
            yield found
          })()
        )
      },
    })
  })
  afterAll(() => app.close())

  it('is served in the requested width, and is resized once', async () => {
    const answers = [await app.inject(urlOf(image, 192)), await app.inject(urlOf(image, 192))]
    expect(reads).toBe(1)
    for (const { statusCode, headers, rawPayload } of answers) {
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 192, height: 64 })
    }
    const etag = String(answers[0]?.headers.etag)
    const again = await app.inject({ url: urlOf(image, 192), headers: { 'if-none-match': etag } })
    expect(again.statusCode).toBe(304)
  })

  it.each([
    [
      'a width that is not offered',
      image,
      193,
      400,
      'width must be one of 48, 96, 192, 384, 768, 1280, 1920',
    ],
    ['no number', image, 'wide', 400, 'width must be one of'],
    ['a film', film, 192, 400, 'picture is not an image'],
    ['bytes that are not an image', broken, 192, 400, 'This file cannot be read as an image'],
    ['an image whose bytes are gone', gone, 192, 404, 'File not found'],
  ])('is refused for %s', async (_what, file, width, status, message) => {
    const { statusCode, json } = await app.inject(urlOf(file, width))
    expect(statusCode).toBe(status)
    expect(json().error).toContain(message)
  })
})
