/** Every JavaScript engine has this function, but not every type library declares it. */
declare const btoa: (text: string) => string

/** Base64 with the URL-safe alphabet, without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
