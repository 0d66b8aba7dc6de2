import { describe, expect, it, test } from 'vitest'
import { pictureHost, sourcesOf } from './picture-sources.ts'

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
