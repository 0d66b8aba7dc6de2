/** Whether this page can create passkeys. Browsers require a secure page with a host name, not an IP address. */
export const takesPasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
