import { qrOutline } from '../../../components/qr-outline.ts'
import { pageData } from '../../../page/page-data.ts'
import type { MadeLink } from './make-links.ts'

const STYLE = `.dropkit-sheet { display: none }
@media print {
  body > *:not(.dropkit-sheet) { display: none !important }
  .dropkit-sheet { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6mm; font: 9pt sans-serif }
  .dropkit-sheet figure { margin: 0; text-align: center; break-inside: avoid }
  .dropkit-sheet svg { width: 100% }
}`
const SVG = 'http://www.w3.org/2000/svg'

/** Prints a QR code for each link, four per row, with their numbers. Removes the sheet from the page afterwards. */
export function printSheet(title: string, links: readonly MadeLink[]): void {
  const style = document.createElement('style')
  style.nonce = pageData.nonce
  style.textContent = STYLE
  const sheet = document.createElement('div')
  sheet.className = 'dropkit-sheet'
  sheet.append(...links.map(({ url }, index) => figureOf(`${title} · ${index + 1}`, url)))
  document.head.append(style)
  document.body.append(sheet)
  const clear = () => {
    style.remove()
    sheet.remove()
  }
  addEventListener('afterprint', clear, { once: true })
  print()
}

function figureOf(caption: string, url: string): HTMLElement {
  const { size, path } = qrOutline(url)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  const outline = document.createElementNS(SVG, 'path')
  outline.setAttribute('d', path)
  svg.append(outline)
  const text = document.createElement('figcaption')
  text.textContent = caption
  const figure = document.createElement('figure')
  figure.append(svg, text)
  return figure
}
