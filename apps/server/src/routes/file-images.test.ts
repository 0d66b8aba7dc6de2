import type { Store, UploadedFile } from '@dropkit/core'
import { idOf } from '@dropkit/core/internal'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerFileRoutes } from './file-routes.ts'

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
