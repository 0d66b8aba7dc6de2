/** Where people claim a drop: by its short name, where it has one. */
export const claimPath = ({
  shortcode,
  id,
}: {
  readonly shortcode: string | null
  readonly id: string
}): string => `/d/${encodeURIComponent(shortcode ?? id)}`
