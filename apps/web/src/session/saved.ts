/** Things that this browser keeps for the next visit. Where it keeps nothing (a private window), they are gone then. */
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
    // Nothing is kept here.
  }
}
