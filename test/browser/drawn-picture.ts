// A picture to upload: a gradient as a PNG.
import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const EIGHT_BITS_RGB = [8, 2, 0, 0, 0]

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(content), 4)
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)])
}

/** Runs from one color on the left to another one on the right. */
export function drawPicture(width: number, height: number, [from, to]: readonly [Color, Color]): Buffer {
  const row = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x++)
    for (const part of [0, 1, 2] as const)
      row[1 + x * 3 + part] = from[part] + ((to[part] - from[part]) * x) / width
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, Buffer.from(EIGHT_BITS_RGB)])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
