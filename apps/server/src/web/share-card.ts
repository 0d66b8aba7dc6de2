import { once } from 'node:events'
import { createRequire } from 'node:module'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import type { SKRSContext2D } from '@napi-rs/canvas'

/** The content of a share card. */
export interface ShareCard {
  readonly title: string
  readonly amount: string
  readonly price: string
  /** The URL of the page, without its scheme. */
  readonly place: string
  /** The hue of the background, in degrees on the color wheel. */
  readonly hue: number
}

export const CARD_SIZE = { width: 1200, height: 630 } as const

const MARGIN = 80
const TEXT_WIDTH = CARD_SIZE.width - 2 * MARGIN
const TITLE_LINES = 3
const TITLE_BOX = { top: 130, lineHeight: 1.15, largestPx: 84, smallestPx: 52 } as const

/**
 * The fonts of the pages, by their subsets. Each character uses the first subset that contains it, otherwise a font of the
 * machine.
 */
const FONTS = {
  heading: ['bricolage-grotesque', ['latin', 'latin-ext', 'vietnamese']],
  body: ['inter', ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext']],
} as const

/** Tells this module that it was loaded as the thread. */
const DRAWS_CARDS = 'draws share cards'

/**
 * Draws cards on a thread, one at a time, because loading the library and drawing take longer than a request may hold up
 * the event loop. The thread starts with the first card, and again after a card that it could not draw.
 */
export function createCardThread(url = new URL(import.meta.url)): (card: ShareCard) => Promise<Buffer> {
  let worker: Worker | undefined
  function start(): Worker {
    const started = new Worker(url, { workerData: DRAWS_CARDS })
    started.unref()
    const forget = () => {
      worker = undefined
    }
    return started.on('error', forget).on('exit', forget)
  }
  return async (card) => {
    worker ??= start()
    const running = worker
    const settled = new AbortController()
    const drawn = once(running, 'message', { signal: settled.signal })
    const ended = once(running, 'exit', { signal: settled.signal }).then(([code]) => {
      throw new Error(`the thread that draws cards ended with ${code}`)
    })
    running.postMessage(card)
    try {
      const [png] = await Promise.race([drawn, ended])
      return Buffer.from(png)
    } finally {
      settled.abort()
    }
  }
}

/** Draws a card as a PNG. */
export async function drawShareCard({ hue, ...texts }: ShareCard): Promise<Buffer> {
  loaded ??= load()
  const { createCanvas, families } = await loaded
  const canvas = createCanvas(CARD_SIZE.width, CARD_SIZE.height)
  const context = canvas.getContext('2d')
  paintGround(context, hue)
  context.fillStyle = '#fff'
  context.textBaseline = 'top'
  const write = (text: string, { px, weight, top }: { px: number; weight: number; top: number }) => {
    context.font = `${weight} ${px}px ${families}`
    context.fillText(shortened(context, drawable(text)), MARGIN, top)
  }
  write('Dropkit', { px: 34, weight: 700, top: 60 })
  paintTitle(context, drawable(texts.title), families)
  write(texts.amount, { px: 52, weight: 700, top: 436 })
  write(texts.price, { px: 34, weight: 500, top: 504 })
  write(texts.place, { px: 30, weight: 400, top: 556 })
  return canvas.encode('png')
}

/** The library throws on a NUL character, and other control characters have no glyph. */
const drawable = (text: string): string => text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ')

let loaded: ReturnType<typeof load> | undefined

/** Loads the library on first use, because it is large and not every server draws cards. */
async function load() {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas')
  const { resolve } = createRequire(import.meta.url)
  const families = Object.values(FONTS).flatMap(([font, parts]) =>
    parts.map((part) => {
      const family = `${font}-${part}`
      GlobalFonts.registerFromPath(
        resolve(`@fontsource-variable/${font}/files/${family}-wght-normal.woff2`),
        family,
      )
      return `"${family}"`
    }),
  )
  return { createCanvas, families: [...families, 'sans-serif'].join(', ') }
}

function paintGround(context: SKRSContext2D, hue: number): void {
  context.fillStyle = `hsl(${hue}, 62%, 24%)`
  context.fillRect(0, 0, CARD_SIZE.width, CARD_SIZE.height)
  context.fillStyle = `hsl(${(hue + 40) % 360}, 62%, 32%)`
  for (const [x, y, radius] of [
    [1100, 90, 210],
    [960, 560, 130],
  ] as const) {
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fill()
  }
}

function paintTitle(context: SKRSContext2D, title: string, families: string): void {
  const { top, lineHeight, largestPx, smallestPx } = TITLE_BOX
  const fontOf = (px: number) => `700 ${px}px ${families}`
  context.font = fontOf(largestPx)
  // The factor 0.8 allows for lines that are not completely filled.
  const fitting = (largestPx * 0.8 * TITLE_LINES * TEXT_WIDTH) / context.measureText(title).width
  const px = Math.round(Math.max(smallestPx, Math.min(largestPx, fitting)))
  context.font = fontOf(px)
  for (const [place, line] of linesOf(context, title).entries())
    context.fillText(line, MARGIN, top + place * px * lineHeight)
}

const fits = (context: SKRSContext2D, text: string): boolean => context.measureText(text).width <= TEXT_WIDTH

/** Breaks a text into at most three lines, between words if possible. The rest is cut off with an ellipsis. */
function linesOf(context: SKRSContext2D, text: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || fits(context, longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  const [firstLines, rest] = [lines.slice(0, TITLE_LINES - 1), lines.slice(TITLE_LINES - 1)]
  return [...firstLines, ...(rest.length > 0 ? [rest.join(' ')] : [])].map((one) => shortened(context, one))
}

/** Cuts a text with an ellipsis, so that it fits into one line. */
function shortened(context: SKRSContext2D, text: string): string {
  if (fits(context, text)) return text
  const signs = [...text]
  let [fitting, tooMany] = [0, signs.length]
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1
    if (fits(context, `${signs.slice(0, middle).join('')}…`)) fitting = middle
    else tooMany = middle
  }
  return `${signs.slice(0, fitting).join('').trimEnd()}…`
}

if (workerData === DRAWS_CARDS)
  parentPort?.on('message', async (card: ShareCard) => parentPort?.postMessage(await drawShareCard(card)))
