import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { textFrame } from './send-updates.ts'

const require = createRequire(import.meta.url)
// The frame that ws itself would send.
const { Sender } = require('ws') as {
  Sender: { frame(data: Buffer, options: object): readonly Buffer[] }
}

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])(
  'a text of %i bytes is framed as ws frames it',
  (size) => {
    const text = Buffer.alloc(size, 'é€x')
    const cut = Math.floor(size / 3)
    const own = textFrame([text.subarray(0, cut), text.subarray(cut)])
    const options = { fin: true, rsv1: false, opcode: 1, mask: false, readOnly: true }
    expect(Buffer.compare(own, Buffer.concat(Sender.frame(text, options)))).toBe(0)
  },
)
