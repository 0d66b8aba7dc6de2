import { pageData } from '../page/page-data.ts'

/** What the page tells the site around it. Nothing about the wallet is in it. */
export type EmbedMessage =
  | { readonly type: 'dropkit:height'; readonly height: number }
  | { readonly type: 'dropkit:state'; readonly state: string }

/** Sends a message to the site around the page. The browser delivers it only to an allowed origin. */
function tell(message: EmbedMessage): void {
  if (window.parent === window) return
  // Firefox does not say which of the origins it is; it delivers only the message for the right one.
  const parent = location.ancestorOrigins?.[0]
  for (const origin of pageData.embedOrigins)
    if (parent === undefined || parent === origin) window.parent.postMessage(message, origin)
}

/** Tells the site the state of the claim. */
export const tellState = (state: string): void => tell({ type: 'dropkit:state', state })

/** Tells the site the height of the content, now and whenever it changes. Links open in a new tab from then on. */
export function beginEmbedding(): void {
  const base = document.createElement('base')
  base.target = '_blank'
  document.head.append(base)
  let last = 0
  new ResizeObserver(() => {
    const { height } = document.documentElement.getBoundingClientRect()
    const rounded = Math.ceil(height)
    if (rounded !== last) tell({ type: 'dropkit:height', height: rounded })
    last = rounded
  }).observe(document.documentElement)
}
