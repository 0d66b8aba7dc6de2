/** Every JavaScript engine has it, though not every type library says so. */
declare const btoa: (text: string) => string

/** Bytes in letters that URLs can hold, without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
