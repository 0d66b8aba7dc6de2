import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createPictureCache, resizeImage } from './images.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a7' } })

const interlaced = (size: number, bits: 8 | 16) =>
  blank(size, size)
    .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
    .png({ progressive: true })
    .toBuffer()

async function resized(bytes: Uint8Array, widthPx: number) {
  const image = await resizeImage(bytes, widthPx)
  if (image.kind !== 'resized') throw new Error(`not resized: ${image.kind}`)
  return { webp: image.webp, about: await sharp(image.webp).metadata() }
}

describe('a resized image', () => {
  it.each(['png', 'jpeg', 'webp', 'avif'] as const)(
    'of %s is a WebP of the width, with its proportions',
    async (format) => {
      const { about } = await resized(await blank(800, 400).toFormat(format).toBuffer(), 384)
      expect(about).toMatchObject({ format: 'webp', width: 384, height: 192 })
    },
  )

  it('is not enlarged', async () => {
    const { about } = await resized(await blank(40, 20).png().toBuffer(), 384)
    expect(about).toMatchObject({ width: 40, height: 20 })
  })

  it('is rotated upright and contains neither camera nor location', async () => {
    const photo = await blank(400, 200)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Camera')).toBe(true)
    const { webp, about } = await resized(photo, 96)
    expect(about).toMatchObject({ width: 96, height: 192 })
    expect(about.exif).toBeUndefined()
    expect(webp.includes('Camera')).toBe(false)
  })

  it('is narrower if it would be too high for WebP', async () => {
    const tall = await blank(100, 20_000).png().toBuffer()
    const { about } = await resized(tall, 96)
    expect(about).toMatchObject({ width: 82, height: 16_383 })
  })

  it('keeps its frames', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 60, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { about } = await resized(animation, 48)
    expect(about).toMatchObject({ width: 48, height: 24, pages: 2 })
  })
})

describe('an image that is refused', () => {
  it('has too many pixels, however few bytes', async () => {
    const bomb = await blank(1, 1).png().toBuffer()
    // Writes the width, height and checksum of the header.
    bomb.writeUInt32BE(20_000, 16)
    bomb.writeUInt32BE(20_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    expect(await resizeImage(bomb, 384)).toEqual({ kind: 'too_many_pixels', pixels: 400_000_000 })
  })

  it.each([
    ['an interlaced PNG of 16 bits', 4_000, 96_000_000, (size: number) => interlaced(size, 16)],
    ['a GIF', 4_300, 73_960_000, (size: number) => blank(size, size).gif({ effort: 1 }).toBuffer()],
    ['an AVIF', 3_500, 73_500_000, (size: number) => blank(size, size).avif({ effort: 0 }).toBuffer()],
  ])(
    'is %s that needs too much memory at once, however few bytes',
    async (_what, size, decodedBytes, make) => {
      const image = await make(size)
      expect(image.length).toBeLessThan(1_000_000)
      expect(await resizeImage(image, 48)).toEqual({ kind: 'too_many_bytes', decodedBytes })
    },
  )

  it('is none, or ends too early', async () => {
    const png = await blank(300, 300).png().toBuffer()
    for (const bytes of [Buffer.from('no image'), png.subarray(0, 60), Buffer.alloc(0)])
      expect(await resizeImage(bytes, 96)).toEqual({ kind: 'unreadable' })
  })
})

const bytesOf = ({ length }: Buffer) => length
const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('cached pictures', () => {
  it('are made once each, one at a time, and a bounded number waits', async () => {
    const cache = createPictureCache({ mostWaiting: 2, mostBytes: 1_000, bytesOf })
    let making = 0
    const made: string[] = []
    const read = (key: string) =>
      cache.read({ key, owner: 'a' }, async () => {
        expect(++making).toBe(1)
        await soon()
        making--
        made.push(key)
        return Buffer.from(key)
      })
    const begun = ['a', 'b', 'c', 'd', 'a'].map(read)
    expect((await Promise.all(begun)).map(String)).toEqual(['a', 'b', 'c', 'undefined', 'a'])
    expect(made).toEqual(['a', 'b', 'c'])
    expect(String(await read('d'))).toBe('d')
  })

  it('are forgotten once they are too large together, the longest unused first', async () => {
    const cache = createPictureCache({ mostWaiting: 3, mostBytes: 25, bytesOf })
    const made: string[] = []
    const read = async (key: string) => {
      await cache.read({ key, owner: 'a' }, async () => {
        made.push(key)
        return Buffer.alloc(10)
      })
      await soon()
    }
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await read(key)
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })

  it('are not forgotten while they are made', async () => {
    const cache = createPictureCache({ mostWaiting: 5, mostBytes: 25, bytesOf })
    const made: string[] = []
    const read = (key: string) =>
      cache.read({ key, owner: 'a' }, async () => {
        made.push(key)
        return Buffer.alloc(10)
      })
    await Promise.all([read('a'), read('b')])
    // The last one waits while the third makes too many bytes, and is the longest unused then.
    const third = read('c')
    const last = read('d')
    const again = ['a', 'b', 'c'].map(read)
    await third
    const same = read('d')
    await Promise.all([last, same, ...again])
    expect(made.filter((key) => key === 'd')).toHaveLength(1)
  })

  it('of one owner neither refuse nor delay those of another', async () => {
    const cache = createPictureCache({ mostWaiting: 5, mostBytes: 1_000, bytesOf })
    const made: string[] = []
    const read = (owner: string, key: string) =>
      cache.read({ key, owner }, async () => {
        made.push(key)
        return Buffer.from(key)
      })
    const begun = [
      ...['a1', 'a2', 'a3', 'a4'].map((key) => read('a', key)),
      ...['b1', 'b2'].map((key) => read('b', key)),
      read('c', 'c1'),
    ]
    const pictures = await Promise.all(begun)
    expect(pictures.map((one) => one === undefined)).toEqual([false, false, false, true, false, false, false])
    expect(made).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
    expect(String(await read('a', 'a4'))).toBe('a4')
  })

  it('that gave way in the turns of one owner are made for another who waits for them', async () => {
    const cache = createPictureCache({ mostWaiting: 2, mostBytes: 1_000, bytesOf })
    const read = (owner: string, key: string) => cache.read({ key, owner }, async () => Buffer.from(key))
    for (const key of ['made', 'waiting']) void read('a', key)
    const ofBoth = ['a', 'b'].map((owner) => read(owner, 'both'))
    void read('c', 'other')
    expect((await Promise.all(ofBoth)).map(String)).toEqual(['undefined', 'both'])
  })

  it('that failed are made again', async () => {
    const cache = createPictureCache({ mostWaiting: 3, mostBytes: 25, bytesOf })
    let tries = 0
    const read = () =>
      cache.read({ key: 'a', owner: 'a' }, async () => {
        if (++tries === 1) throw new Error('no memory')
        return Buffer.from('ok')
      })
    await expect(read()).rejects.toThrow('no memory')
    expect(String(await read())).toBe('ok')
  })
})
