import { expect, it } from 'vitest'

it('the element is imported by a program that renders pages on a server', async () => {
  expect(globalThis.HTMLElement).toBeUndefined()
  expect(await import('@dropkit/client/element')).toMatchObject({ DropkitClaim: expect.any(Function) })
})
