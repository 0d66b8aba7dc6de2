import { describe, expect, test } from 'vitest'
import { sourcesOf } from './picture-sources.ts'

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
