/**
 * The private key in the address of this page, if it is a claim link. Browsers never send what follows `#`, and no other
 * page learns of it: referrers leave it out.
 */
export const privateKeyInAddress = (): string | null =>
  /^#link=([A-Za-z0-9_-]+)$/.exec(location.hash)?.[1] ?? null
