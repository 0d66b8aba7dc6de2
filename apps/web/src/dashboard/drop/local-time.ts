/** The user's time zone. Times that the user types are in this zone. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Converts a picker's value (`2026-06-01 14:00:00`, in the user's time zone) to ISO 8601. */
export const instantOf = (picked: string): string => new Date(picked.replace(' ', 'T')).toISOString()

/** Converts a time to a picker's value. */
export function pickedOf(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
