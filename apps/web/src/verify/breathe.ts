const SMOOTH_MS = 12

let lastMs = 0

/** Lets the page draw and answer, when it has not for as long as one begins to feel it. */
export async function breathe(): Promise<void> {
  if (performance.now() - lastMs < SMOOTH_MS) return
  await new Promise((resolve) => setTimeout(resolve))
  lastMs = performance.now()
}
