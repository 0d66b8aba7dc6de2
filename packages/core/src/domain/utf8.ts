/** Every JavaScript engine has it, though not every type library says so. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const encoder = new TextEncoder()

export const utf8 = (text: string): Uint8Array => encoder.encode(text)
