/**
 * Links that open a page inside the browser of a mobile wallet, as the wallets document them:
 * https://sdk.mystenlabs.com/slush-wallet/deep-linking and https://docs.phantom.com/phantom-deeplinks/other-methods/browse.
 * The part after # is left out: a claim link keeps its private key there, and the link passes through the wallet's server.
 */
export function mobileWalletLinks(page: string): readonly { readonly name: string; readonly href: string }[] {
  const { origin, pathname, search } = new URL(page)
  const url = encodeURIComponent(origin + pathname + search)
  return [
    { name: 'Slush', href: `https://my.slush.app/browse/${url}` },
    { name: 'Phantom', href: `https://phantom.app/ul/browse/${url}?ref=${encodeURIComponent(origin)}` },
  ]
}
