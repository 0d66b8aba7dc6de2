const SMOOTH_MS = 12

let lastMs = 0

/**
 * Yields to the browser if the page was blocked for long enough to be noticeable, so that it can render and handle input.
 */
export async function breathe(): Promise<void> {
  if (performance.now() - lastMs < SMOOTH_MS) return
  await new Promise((resolve) => setTimeout(resolve))
  lastMs = performance.now()
}
