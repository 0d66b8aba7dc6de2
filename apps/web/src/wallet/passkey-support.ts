/** Whether a passkey can be made here: browsers want a secure page with a name, not a bare IP address. */
export const takesPasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
