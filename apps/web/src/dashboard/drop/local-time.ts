/** The visitor's own: what is typed into a field is meant in it. */
export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** What a picker holds (`2026-06-01 14:00:00`, in the visitor's time zone) as an instant in ISO 8601. */
export const instantOf = (picked: string): string => new Date(picked.replace(' ', 'T')).toISOString()

/** An instant as a picker holds it. */
export function pickedOf(iso: string): string {
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}
