/**
 * Reads and writes values in the browser's storage. If the browser denies access to it (private window), values are not
 * stored.
 */
export function readSaved<Value>(place: string): Value | null {
  try {
    const text = localStorage.getItem(place)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function save(place: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(value))
  } catch {
    // The browser denies access to its storage.
  }
}
