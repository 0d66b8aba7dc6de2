import { expect, test } from 'vitest'
import { qrOutline } from './qr-outline.ts'

test('the outline lies inside of its quiet zone, and begins with the first corner', () => {
  const { size, path } = qrOutline('https://drops.example/pay/pi_00000000000000000000000000000000')
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  expect(Math.min(...places)).toBe(2)
  expect(Math.max(...places)).toBe(size - 3)
  expect(path).toMatch(/^M2 2h1v1h-1z/)
})
