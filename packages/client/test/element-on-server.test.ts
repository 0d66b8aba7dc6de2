import { expect, it } from 'vitest'

/** Not a literal, because the types of the element need those of a browser. */
const ELEMENT: string = '@dropkit/client/element'

it('the element is imported by a program that renders pages on a server', async () => {
  expect('HTMLElement' in globalThis).toBe(false)
  expect(await import(ELEMENT)).toMatchObject({ DropkitClaim: expect.any(Function) })
})
