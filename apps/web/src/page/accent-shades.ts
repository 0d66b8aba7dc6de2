type Rgb = readonly [number, number, number]

/** The colors that an accent color needs in one color scheme, as `#rrggbb`. */
export interface AccentShades {
  /** The background of buttons, with white text on it. */
  readonly filled: string
  readonly filledHover: string
  /** The background of quiet buttons and icons. */
  readonly light: string
  readonly lightHover: string
  /** Text and icons on the page, on cards and on `light`. */
  readonly text: string
}

/** The backgrounds of pages and cards (`page.css`). */
const GROUNDS = {
  light: { page: '#f7f6f1', card: '#ffffff' },
  dark: { page: '#0d1411', card: '#151e1a' },
} as const
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** WCAG 2.2 AA for text, and for what is not text. */
const TEXT_CONTRAST = 4.5
const SHAPE_CONTRAST = 3

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i
const STEPS = 200

/**
 * Shades of an accent color that are readable by WCAG 2.2 AA in a color scheme, as close to the color as possible. Null if
 * the text is not a color.
 */
export function accentShades(accent: string, scheme: 'light' | 'dark'): AccentShades | null {
  const color = rgbOf(accent)
  if (color === null) return null
  const [page, card] = [toRgb(GROUNDS[scheme].page), toRgb(GROUNDS[scheme].card)]
  const isShape = (shade: Rgb) =>
    contrast(shade, page) >= SHAPE_CONTRAST && contrast(shade, card) >= SHAPE_CONTRAST
  const visible = scheme === 'dark' ? shaded(color, WHITE, isShape) : color
  const filled = shaded(visible, BLACK, (shade) => contrast(shade, WHITE) >= TEXT_CONTRAST)
  const light = mixed(card, filled, scheme === 'dark' ? 0.25 : 0.1)
  const lightHover = mixed(card, filled, scheme === 'dark' ? 0.35 : 0.16)
  const text = shaded(color, scheme === 'dark' ? WHITE : BLACK, (shade) =>
    [page, card, light, lightHover].every((ground) => contrast(shade, ground) >= TEXT_CONTRAST),
  )
  const filledHover = mixed(filled, BLACK, 0.1)
  return {
    filled: toHex(filled),
    filledHover: toHex(filledHover),
    light: toHex(light),
    lightHover: toHex(lightHover),
    text: toHex(text),
  }
}

/** The contrast of two `#rrggbb` colors, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => contrast(toRgb(one), toRgb(other))

/** The first mixture with another color that passes. Mixing with black or white always ends in one that does. */
function shaded(color: Rgb, other: Rgb, passes: (shade: Rgb) => boolean): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const shade = mixed(color, other, step / STEPS)
    if (passes(shade)) return shade
  }
  return other
}

function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (place: 0 | 1 | 2) => Math.round(one[place] + (other[place] - one[place]) * share)
  return [part(0), part(1), part(2)]
}

function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

/** The relative luminance by WCAG. The thresholds of sRGB (0.04045 and 12.92) are for values up to 255 here. */
function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) =>
    value <= 10.31475 ? value / 3_294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function rgbOf(text: string): Rgb | null {
  const [, ...parts] = HEX.exec(text) ?? []
  return parts.length === 3 ? (parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb) : null
}

const toRgb = (hex: string): Rgb => rgbOf(hex) ?? BLACK

const toHex = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
