import { createExecutableSchema, registerGraphql, type Services } from '@dropkit/adapter-graphql'
import { createDropkit, type Dropkit, type Store } from '@dropkit/core'
import { createTestPorts, type TestPorts } from '@dropkit/testing'
import Fastify, { type FastifyInstance } from 'fastify'

export { createExecutableSchema }

const ABOUT = { publicUrl: 'https://drops.example', network: null, version: '1.2.3' }

interface ApiError {
  readonly message: string
  readonly locations: readonly { readonly line: number; readonly column: number }[]
  readonly path: readonly (string | number)[]
  readonly extensions: {
    readonly code: string
    readonly requestId: string
    readonly retryable: boolean
    readonly field?: string
    readonly retryAfterMs?: number
    readonly details?: { readonly [key: string]: unknown }
  }
}

interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  // biome-ignore lint/suspicious/noExplicitAny: answers have the shape of whatever was asked.
  readonly body: { readonly data?: any; readonly errors?: readonly ApiError[] }
}

export interface Api {
  readonly app: FastifyInstance
  readonly dropkit: Dropkit
  readonly ports: TestPorts
  /** A key of a user named owner. */
  readonly key: string
  readonly ownerId: string
  newUser(username: string): Promise<{ readonly id: string; readonly key: string }>
  call(query: string, variables?: object | null, options?: CallOptions): Promise<Answer>
  /** The data, or a failure that shows the errors. */
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  data(query: string, variables?: object | null, options?: CallOptions): Promise<any>
  /** The only error, or a failure that shows the answer. */
  error(query: string, variables?: object | null, options?: CallOptions): Promise<ApiError>
}

interface CallOptions {
  readonly key?: string | null
  readonly headers?: { readonly [name: string]: string }
  readonly operationName?: string
}

/** The API on ports in memory. `store` may be wrapped, to count or to break its calls. */
export async function openApi(
  wrap: (store: Store) => Store = (store) => store,
  services: Partial<Services> = {},
): Promise<Api> {
  const base = createTestPorts()
  const ports: TestPorts = { ...base, store: wrap(base.store) }
  return serve(ports, createDropkit(ports), services)
}

export async function serve(
  ports: TestPorts,
  dropkit: Dropkit,
  services: Partial<Services> = {},
): Promise<Api> {
  const app = Fastify({ logger: false })
  await registerGraphql(app, { ...ports, dropkit, ...ABOUT, ...services })
  await app.ready()

  async function newUser(username: string) {
    const created = await dropkit.createLocalUser({ username, key: { name: 'first' } })
    if (!created.ok) throw new Error(`no user ${username}: ${created.error.kind}`)
    return { id: created.value.user.id as string, key: created.value.secret }
  }
  const owner = await newUser('owner')

  const api: Api = {
    app,
    dropkit,
    ports,
    key: owner.key,
    ownerId: owner.id,
    newUser,
    async call(query, variables, { key = owner.key, headers = {}, operationName } = {}) {
      const response = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
        payload: JSON.stringify({ query, variables, operationName }),
      })
      return { status: response.statusCode, headers: response.headers, body: response.json() }
    },
    async data(query, variables, options) {
      const { body } = await api.call(query, variables, options)
      if (body.errors) throw new Error(JSON.stringify(body.errors, null, 2))
      return body.data
    },
    async error(query, variables, options) {
      const { body } = await api.call(query, variables, options)
      const [error, ...more] = body.errors ?? []
      if (!error || more.length > 0) throw new Error(`one error was expected: ${JSON.stringify(body)}`)
      return error
    },
  }
  return api
}

interface Options {
  readonly key?: string
}

/** A token of a caller's own; gives its id. */
export async function launchToken(api: Api, input: object = {}, options: Options = {}): Promise<string> {
  const query = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { id } }'
  const given = { name: 'Gold', symbol: 'GLD', supply: '1000000', ...input }
  return (await api.data(query, { input: given }, options)).createToken.id
}

/** The URL of a new upload with this text. */
export async function uploadText(api: Api, text: string, options: Options = {}): Promise<string> {
  const query = 'mutation ($input: UploadFileInput!) { uploadFile(input: $input) { url } }'
  const file = Buffer.from(text).toString('base64')
  const input = { file, filename: 'list.csv', contentType: 'text/csv' }
  return (await api.data(query, { input }, options)).uploadFile.url
}

/** A drop of a token of its own, ten of a thousand a claim unless told otherwise; gives its id. */
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
