import { isFramed } from '../page/links.ts'

/** Browsers require a secure page with a host name, not an IP address. */
const isHostForPasskeys = (): boolean =>
  (location.protocol === 'https:' || location.hostname === 'localhost') &&
  !/^[\d.]+$|:/.test(location.hostname)

/** Whether the page that shows this one in a frame lets it use passkeys. Only Chromium says so; others count as allowed. */
function mayUsePasskeys(): boolean {
  const { featurePolicy } = document as {
    readonly featurePolicy?: {
      features(): readonly string[]
      allowsFeature(feature: string): boolean
    }
  }
  return ['publickey-credentials-create', 'publickey-credentials-get'].every(
    (feature) => !featurePolicy?.features().includes(feature) || featurePolicy.allowsFeature(feature),
  )
}

/** Whether this page can create and use passkeys. */
export const takesPasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && isHostForPasskeys() && mayUsePasskeys()

/** Whether passkeys work on this page in a tab of its own, but not in the frame that shows it. */
export const passkeysNeedTab = (): boolean => isFramed() && isHostForPasskeys() && !takesPasskeys()
