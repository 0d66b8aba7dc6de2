import * as fc from 'fast-check'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { accentShades, contrastOf } from './accent-shades.ts'
import { pictureHost, sourcesOf } from './picture-sources.ts'
import { createServiceClock } from './service-clock.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const extremes = ['#000000', '#ffffff', '#ffff00', '#00ff00', '#0000ff', '#ff0000', '#808080', '#fefefe']

describe.each([
  ['light', '#f7f6f1', '#ffffff'],
  ['dark', '#0d1411', '#151e1a'],
] as const)('the shades of an accent color in the %s scheme', (scheme, page, card) => {
  const isReadable = (accent: string) => {
    const shades = accentShades(accent, scheme)
    if (shades === null) throw new Error(`${accent} is a color`)
    const { filled, filledHover, light, lightHover, text } = shades
    for (const ground of [page, card, light, lightHover])
      expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf('#ffffff', filled)).toBeGreaterThanOrEqual(4.5)
    expect(contrastOf('#ffffff', filledHover)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [page, card]) expect(contrastOf(filled, ground)).toBeGreaterThanOrEqual(3)
  }

  it.each(extremes)('are readable for %s', isReadable)

  it('are readable for every color', () => {
    fc.assert(fc.property(color, isReadable))
  })
})

it('a color that is readable already stays as it is', () => {
  expect(accentShades('#0b6e4f', 'light')).toMatchObject({ filled: '#0b6e4f', text: '#0b6e4f' })
})

it.each(['', 'red', '#12', '#12345g', '#123456;', 'url(//x)', '#1234567'])('%j is not a color', (text) => {
  expect(accentShades(text, 'light')).toBeNull()
})

it('contrast is measured as WCAG does', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

const OWN = 'https://drops.example'

describe('the sources of a picture', () => {
  test('of this server are in sizes up to twice the one that is shown', () => {
    expect(sourcesOf(`${OWN}/files/file_1/rain.png`, 44, OWN)).toEqual({
      src: '/files/file_1/rain.png?width=96',
      srcSet: '/files/file_1/rain.png?width=48 48w, /files/file_1/rain.png?width=96 96w',
      sizes: 'min(100vw, 44px)',
    })
    expect(sourcesOf('/files/file_1/rain.png', 2_000, OWN).src).toBe('/files/file_1/rain.png?width=1920')
  })

  test.each([
    'https://elsewhere.example/files/file_1/rain.png',
    'data:image/png;base64,AAAA',
    `${OWN}/rain.png`,
  ])('of another kind are as they are: %s', (imageUrl) => {
    expect(sourcesOf(imageUrl, 44, OWN)).toEqual({ src: imageUrl })
  })
})

const hostOf = (imageUrl: string) =>
  pictureHost(imageUrl, 'https://drops.example', ['https://images.example'])

it.each([
  '/files/file_1/rain.png',
  'https://drops.example/files/file_1/rain.png',
  'https://images.example/rain.png',
  'data:image/png;base64,AAAA',
  'blob:https://drops.example/0f',
])('allows %s as a picture', (imageUrl) => expect(hostOf(imageUrl)).toBeNull())

it.each([
  ['https://other.example/rain.png', 'other.example'],
  ['//other.example/rain.png', 'other.example'],
  ['http://images.example/rain.png', 'images.example'],
  ['https://images.example:8443/rain.png', 'images.example:8443'],
  ['https://images.example.other.example/rain.png', 'images.example.other.example'],
  ['ipfs://bafy/rain.png', 'bafy'],
  ['https://', 'https://'],
])('says that %s is at %s', (imageUrl, host) => expect(hostOf(imageUrl)).toBe(host))

describe('the clock of the service', () => {
  const SERVICE_MS = 1_900_000_000_000

  let monotonicMs: number
  let machineMs: number
  const pass = (ms: number) => {
    monotonicMs += ms
    machineMs += ms
  }
  const create = (atMonotonicMs: number) =>
    createServiceClock(
      { serviceMs: SERVICE_MS, atMonotonicMs },
      () => monotonicMs,
      () => machineMs,
    )

  beforeEach(() => {
    monotonicMs = 4_000
    machineMs = 1_800_000_000_000
  })

  it('includes the time that scripts took to load after the answer', () => {
    expect(create(300).now()).toBe(SERVICE_MS + 3_700)
  })

  it('advances with the page, for any clock of the visitor', () => {
    const clock = create(monotonicMs)
    pass(5_000)
    machineMs += 3_600_000
    expect(clock.now()).toBe(SERVICE_MS + 5_000)
    machineMs -= 7_200_000
    expect([clock.now(), clock.latest()]).toEqual([SERVICE_MS + 5_000, SERVICE_MS + 5_000])
  })

  it('is uncertain after a sleep, until the server’s time is set again', () => {
    const clock = create(monotonicMs)
    pass(60_000)
    expect(clock.isUncertain()).toBe(false)
    machineMs += 600_000
    expect([clock.isUncertain(), clock.latest()]).toEqual([true, SERVICE_MS + 660_000])
    clock.set(SERVICE_MS + 659_000, monotonicMs - 40)
    expect([clock.isUncertain(), clock.now()]).toEqual([false, SERVICE_MS + 659_040])
  })
})
