import { pageData } from '../page/page-data.ts'
import type { ClaimStep } from './claim-step.ts'

/** What the page tells the site that embeds it. It never contains an address or an id. */
type EmbedMessage =
  | { readonly type: 'dropkit:height'; readonly height: number }
  | { readonly type: 'dropkit:state'; readonly state: ClaimStep['kind'] }

/** About the height of the largest dialog on a phone. */
const DIALOG_PX = 480
const LEAST_TOP_PX = 16

/** Posts a message to the parent page. The browser delivers it only if the parent has the named origin. */
function postToParent(message: EmbedMessage): void {
  if (window.parent === window) return
  const parent = location.ancestorOrigins?.[0]
  const { embedOrigins } = pageData
  // Some browsers do not name the parent, so the message is addressed to each allowed origin.
  const targets = parent !== undefined && embedOrigins.includes(parent) ? [parent] : embedOrigins
  for (const origin of targets)
    try {
      window.parent.postMessage(message, origin)
    } catch {
      // The browser rejects the origin (invalid Punycode), so no page can have it.
    }
}

export const reportState = (state: ClaimStep['kind']): void => postToParent({ type: 'dropkit:state', state })

/** Reports the content's height and its changes. Links open new tabs, because the frame shows no other page. */
export function beginEmbedding(): void {
  const base = document.createElement('base')
  base.target = '_blank'
  document.head.append(base)
  addEventListener('click', placeDialogs, true)
  let reported = 0
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    if (height !== reported) postToParent({ type: 'dropkit:height', height })
    reported = height
  }).observe(document.documentElement)
}

/** Opens dialogs near the element that was clicked, because only a part of a high frame is on the screen. */
function placeDialogs({ target }: Event): void {
  if (!(target instanceof Element) || target.closest('[role=dialog]')) return
  const clickedPx = target.getBoundingClientRect().top - DIALOG_PX / 2
  const topPx = Math.max(LEAST_TOP_PX, Math.min(clickedPx, innerHeight - DIALOG_PX))
  document.documentElement.style.setProperty('--dialog-top', `${topPx}px`)
}
