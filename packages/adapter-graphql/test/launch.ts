import type { Store } from '@dropkit/core'
import type { Api } from './api.ts'

interface Options {
  readonly key?: string
}

/** A token of a caller's own; gives its id. */
export async function launchToken(api: Api, input: object = {}, options: Options = {}): Promise<string> {
  const query = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { id } }'
  const given = { name: 'Gold', symbol: 'GLD', supply: '1000000', ...input }
  return (await api.data(query, { input: given }, options)).createToken.id
}

/** A drop of a token of its own, ten of a thousand a claim unless told otherwise; gives its id. */
/** The URL of a new upload with this text. */
export async function uploadText(api: Api, text: string, options: Options = {}): Promise<string> {
  const query = 'mutation ($input: UploadFileInput!) { uploadFile(input: $input) { url } }'
  const file = Buffer.from(text).toString('base64')
  const input = { file, filename: 'list.csv', contentType: 'text/csv' }
  return (await api.data(query, { input }, options)).uploadFile.url
}

export async function launchDrop(api: Api, input: object = {}, options: Options = {}): Promise<string> {
  const existingTokenId = await launchToken(api, {}, options)
  const query = 'mutation ($input: CreateDropInput!) { createDrop(input: $input) { id } }'
  const given = {
    title: 'Rain',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '1000',
    tokenAmount: '10',
    existingTokenId,
    ...input,
  }
  return (await api.data(query, { input: given }, options)).createDrop.id
}

/** A drop whose lottery is open for a day; gives its id. */
export const launchLottery = (api: Api, input: object = {}): Promise<string> => {
  const entriesCloseAt = new Date(api.ports.clock.now() + 86_400_000).toISOString()
  return launchDrop(api, { admission: 'LOTTERY', supply: 5, entriesCloseAt, ...input })
}

/** Claims for a wallet and gives the claim's id. */
export async function launchClaim(
  api: Api,
  dropId: string,
  userAddress: string,
  options: Options = {},
): Promise<string> {
  const query = 'mutation ($input: ClaimDropInput!) { claimDrop(input: $input) { claim { id } } }'
  return (await api.data(query, { input: { dropId, userAddress } }, options)).claimDrop.claim.id
}

export const walletOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** Makes a store note in `calls` which of its methods are called. */
export const noting =
  (calls: string[]) =>
  (store: Store): Store =>
    new Proxy(store, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => {
          calls.push(String(name))
          return member.apply(target, given)
        }
      },
    })
