/**
 * The private key in this page's URL, if it is a claim link. Browsers send the part after `#` neither to the server nor in
 * referrers.
 */
export const privateKeyInAddress = (): string | null =>
  /^#link=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1] ?? null
