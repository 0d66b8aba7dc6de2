import { lazy } from 'react'

const MOST_TRIES = 6
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/**
 * Loads a part of the page. If the connection is lost, loads it again when the connection is back, so that neither the page
 * fails nor its user has to reload it. Rejects if the part cannot be loaded over a connection, for example because the server
 * has a newer build.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries += 1) {
    try {
      await loadFailedStyles()
      return await load()
    } catch (error) {
      if (navigator.onLine && tries >= MOST_TRIES) throw error
      await pause(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries))
    }
  }
}

const failedStyles = new Set<HTMLLinkElement>()
// Such an event does not bubble.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  true,
)

/** The bundler asks for the style sheet of a part only once. */
async function loadFailedStyles(): Promise<void> {
  for (const failed of failedStyles) {
    const style = failed.cloneNode() as HTMLLinkElement
    failedStyles.delete(failed)
    await new Promise((resolve, reject) => {
      style.onload = resolve
      style.onerror = reject
      failed.replaceWith(style)
    })
  }
}

/** Ends early when the connection is back. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      removeEventListener('online', end)
      resolve()
    }
    addEventListener('online', end)
    setTimeout(end, ms)
  })

/** A component that is loaded when it is first shown. */
export const lazyPart: typeof lazy = (load) => lazy(() => loadPart(load))
