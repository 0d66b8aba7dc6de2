import { expect, it } from 'vitest'
import { pictureHost } from './picture-host.ts'

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
