import { encode } from 'uqr'

/** A QR code for a text: its width in modules, including the quiet zone, and its dark modules as an SVG path. */
export function qrOutline(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
