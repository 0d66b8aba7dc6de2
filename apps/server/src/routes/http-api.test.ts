import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { readConfig } from '../config/read-config.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { HTTP_API } from './http-api.ts'

const KEY = 'the-key-of-the-first-admin'

describe('the described HTTP routes', () => {
  let server: RunningServer
  beforeAll(async () => {
    const config = readConfig({
      DATA_DIR: temporaryFolder(),
      PORT: '0',
      LOG_LEVEL: 'silent',
      BOOTSTRAP_API_KEY: KEY,
    })
    if (!config.ok) throw new Error(config.error.join('\n'))
    server = await startServer(config.value, () => {})
  })
  afterAll(() => server.end())

  it('are those that a server has', () => {
    const described = HTTP_API.map(({ method, path }) => `${method} ${path}`)
    expect(described.toSorted()).toEqual(server.routes.toSorted())
  })

  const routes = HTTP_API.filter(({ area }) => area !== 'Web pages')
  const asked = routes.flatMap((route) =>
    [undefined, 'wrong', KEY].flatMap((key) =>
      (route.method === 'GET' ? [undefined] : ['{}', '[]', '{"seconds":0,"query":"{ me { id } }"}']).map(
        (body) => ({
          name: `${route.method} ${route.path} with ${key === KEY ? 'a good' : (key ?? 'no')} credential and ${body ?? 'no body'}`,
          route,
          key,
          body,
        }),
      ),
    ),
  )

  it.each(asked)('answer as they are described: $name', async ({ route, key, body }) => {
    const path = route.path.replace(':id', `drop_${'0'.repeat(32)}`).replace('*', 'name')
    const answer = await fetch(`${server.url}${path}`, {
      method: route.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const described = route.answers[answer.status]
    expect(described, `status ${answer.status}: ${await answer.clone().text()}`).toBeDefined()
    if (described?.schema) {
      const read = described.schema.safeParse(await answer.json())
      expect(read.error?.message).toBeUndefined()
    } else if (described?.type) expect(answer.headers.get('content-type')).toContain(described.type)
  })
})
