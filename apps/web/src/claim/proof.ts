import type { HumanChallenge, ProveHuman } from '@dropkit/client'
import { ApiRefusal } from '../api/errors.ts'

/** Makes the proof that the drop's human check requires. */
export const makeProof: ProveHuman = (challenge) =>
  challenge.siteKey === null ? solveInWorker(challenge) : turnstileToken(challenge.siteKey, challenge.text)

/** Solves a proof of work in a worker, so that the page stays responsive. */
function solveInWorker({ text, difficulty, cost }: HumanChallenge): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    worker.onerror = () =>
      reject(new ApiRefusal('The proof could not be made', { code: 'HUMAN_CHECK_FAILED' }))
    worker.postMessage({ text, difficulty, cost })
  }).finally(() => worker.terminate())
}

/** The part of Cloudflare's script that this file uses. */
interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      readonly sitekey: string
      readonly cData: string
      readonly appearance: 'interaction-only'
      readonly callback: (token: string) => void
      readonly 'error-callback': () => boolean
      readonly 'unsupported-callback': () => void
    },
  ): string | undefined
  remove(widgetId: string): void
}

/** The page's content security policy allows this origin only on drops with Turnstile. */
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

let loaded: Promise<Turnstile> | undefined

/** Returns a Turnstile token. Shows the widget if Cloudflare requires an interaction. */
async function turnstileToken(sitekey: string, cData: string): Promise<string> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  const turnstile = await loaded
  const container = document.createElement('div')
  container.style.cssText =
    'position:fixed;inset:auto 0 16px;display:flex;justify-content:center;z-index:1000'
  document.body.append(container)
  let widgetId: string | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      widgetId = turnstile.render(container, {
        sitekey,
        cData,
        appearance: 'interaction-only',
        callback: resolve,
        'error-callback': () => {
          reject(notReached())
          return true
        },
        // After a timeout, the widget starts again by itself.
        'unsupported-callback': () => reject(notReached()),
      })
    })
  } finally {
    if (widgetId !== undefined) turnstile.remove(widgetId)
    container.remove()
  }
}

function load(): Promise<Turnstile> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => {
      const { turnstile } = window as { readonly turnstile?: Turnstile }
      if (turnstile) resolve(turnstile)
      else reject(notReached())
    }
    script.onerror = () => {
      script.remove()
      reject(notReached())
    }
    document.head.append(script)
  })
}

const notReached = (): ApiRefusal =>
  new ApiRefusal('Turnstile did not answer', { code: 'HUMAN_CHECK_UNAVAILABLE' })
