/** The path of a drop's claim page. Uses the shortcode if there is one. */
export const claimPath = ({
  shortcode,
  id,
}: {
  readonly shortcode: string | null
  readonly id: string
}): string => `/d/${encodeURIComponent(shortcode ?? id)}`
