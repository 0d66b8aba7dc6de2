import { DROP_MARK, type LoadPlan, WALLET_MARK } from './run-load.ts'

/** Generates complete HTTP requests. `wallet` is what the response must contain. */
export interface RequestSource {
  next(): { readonly text: string; readonly wallet: string | undefined }
}

/**
 * Multiplication by an odd number is a permutation of the 32-bit numbers: every counter gives a different, scattered
 * number.
 */
const SCATTER = 0x9e3779b1

const hex8 = (number: number): string => (number >>> 0).toString(16).padStart(8, '0')

/**
 * 0x and 64 hex digits, unique for each prefix and each counter below 2³². They are scattered like those of real wallets,
 * because an index is faster with ascending keys.
 */
export const walletOf = (prefix: string, counter: number): string =>
  `0x${hex8(Math.imul(counter, SCATTER))}${prefix.padStart(8, '0')}${hex8(counter)}`.padEnd(66, '0')

const headOf = ({ url, headers }: LoadPlan, bytes: number): string => {
  const { pathname, host } = new URL(url)
  const lines = [`POST ${pathname} HTTP/1.1`, `Host: ${host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  lines.push('Content-Type: application/json', `Content-Length: ${bytes}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Prepares as much as possible, so that a request costs one string concatenation. Bodies are ASCII. */
export const requestSource = (plan: LoadPlan): RequestSource => {
  const { bodies } = plan
  if (bodies.kind === 'fixed') {
    const requests = bodies.bodies.map((body) => ({
      text: headOf(plan, Buffer.byteLength(body)) + body,
      wallet: undefined,
    }))
    let turn = 0
    return { next: () => requests[turn++ % requests.length] as (typeof requests)[number] }
  }
  const { template, dropIds, walletPrefix, namesWallet } = bodies
  const parts = dropIds.map((dropId) => {
    const [before, after, ...more] = template.replaceAll(DROP_MARK, dropId).split(WALLET_MARK)
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`the template of a claim names the wallet once: ${template}`)
    const bytes = Buffer.byteLength(before) + 66 + Buffer.byteLength(after)
    return { before: headOf(plan, bytes) + before, after }
  })
  let counter = 0
  return {
    next() {
      const { before, after } = parts[counter % parts.length] as (typeof parts)[number]
      const wallet = walletOf(walletPrefix, counter++)
      return { text: before + wallet + after, wallet: namesWallet ? wallet : undefined }
    },
  }
}
