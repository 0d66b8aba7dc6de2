/**
 * Reads and writes values in the browser's storage. If the browser denies access to it (private window), values are not
 * stored.
 */
export function readSaved<Value>(key: string): Value | null {
  try {
    const text = localStorage.getItem(key)
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function save(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The browser denies access to its storage.
  }
}
