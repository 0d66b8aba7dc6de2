import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { readConfig } from '../config/read-config.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { openTelemetry } from './open-telemetry.ts'

const API_KEY = 'the-key-of-the-first-admin'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly links?: readonly { readonly traceId: string }[]
  readonly attributes?: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}

/** An HTTP server on loopback that records the requests it gets. */
async function listen(receive: (url: string, body: string, headers: IncomingHttpHeaders) => void) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    receive(request.url ?? '', body, request.headers)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  const spans: ReceivedSpan[] = []
  const deliveries: IncomingHttpHeaders[] = []
  let servers: Server[]
  let running: RunningServer
  beforeAll(async () => {
    const collector = await listen((url, body) => {
      if (url !== '/v1/traces') return
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const { spans: some } of scopeSpans) spans.push(...some)
    })
    const receiver = await listen((_url, _body, headers) => deliveries.push(headers))
    servers = [collector.server, receiver.server]
    const config = readConfig({
      DATA_DIR: temporaryFolder(),
      PORT: '0',
      LOG_LEVEL: 'silent',
      BOOTSTRAP_API_KEY: API_KEY,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    })
    if (!config.ok) throw new Error(config.error.join('\n'))
    running = await startServer(config.value, () => {})
    const hook = `{ url: "${receiver.url}/hook", events: ["*"] }`
    await ask(`mutation { registerWebhook(input: ${hook}) { id } }`)
    const { createToken } = await ask(
      'mutation { createToken(input: { name: "Gold", symbol: "GOLD", supply: "1000" }) { id } }',
    )
    const { createDrop } = await ask(
      `mutation { createDrop(input: { existingTokenId: "${createToken.id}", title: "Gold", type: TOKEN, claimType: REGULAR, maxAmount: "1000", tokenAmount: "1" }) { id } }`,
    )
    await ask(
      `mutation { claimDrop(input: { dropId: "${createDrop.id}", userAddress: "0xa11ce" }) { claim { id } } }`,
      { traceparent: `00-${TRACE}-${CALLER}-01` },
    )
    for (let tries = 0; deliveries.length === 0 && tries < 200; tries++) await sleep(50)
    // The remaining spans are sent at the end.
    await running.end()
  })
  afterAll(() => {
    for (const server of servers) server.close()
  })

  async function ask(query: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${API_KEY}`, ...headers },
      body: JSON.stringify({ query }),
    })
    const { data, errors } = (await response.json()) as {
      data: Record<string, { id: string }>
      errors?: unknown
    }
    if (errors) throw new Error(JSON.stringify(errors))
    return data as Record<string, { id: string }> & {
      createToken: { id: string }
      createDrop: { id: string }
    }
  }

  const named = (name: string) => spans.filter((span) => span.name === name)

  it("a request is a span under its caller's, with the use case below it", () => {
    const [request] = named('POST /graphql').filter(({ traceId }) => traceId === TRACE)
    expect(request).toMatchObject({ parentSpanId: CALLER })
    const [useCase] = named('use case claimDrop')
    expect(useCase).toMatchObject({ traceId: TRACE, parentSpanId: request?.spanId })
  })

  it('a batch of claims is linked to the requests that wait for it, and contains its transaction', () => {
    const [batch] = named('claim batch')
    expect(batch?.links).toEqual([expect.objectContaining({ traceId: TRACE })])
    expect(named('store changeDrop').map(({ parentSpanId }) => parentSpanId)).toContain(batch?.spanId)
  })

  it('jobs and their calls to the chain are spans', () => {
    const jobs = new Set(named('job watch_chain').map(({ spanId }) => spanId))
    expect(jobs.size).toBeGreaterThan(0)
    expect(named('chain claimsAfter').some(({ parentSpanId = '' }) => jobs.has(parentSpanId))).toBe(true)
  })

  it('a webhook receiver gets the trace of its call', () => {
    const [delivery] = deliveries
    const [, traceId, spanId] = String(delivery?.['traceparent']).split('-')
    const [sent] = named('send webhook').filter((span) => span.spanId === spanId)
    expect(sent).toMatchObject({ traceId })
    expect(named('webhook attempt').map((span) => span.spanId)).toContain(sent?.parentSpanId)
    expect(delivery?.['webhook-signature']).toMatch(/^v1,/)
  })

  it('no span contains request bodies or secrets', () => {
    expect(JSON.stringify(spans)).not.toMatch(new RegExp(`${API_KEY}|whsec_|a11ce`))
  })
})

it('OTEL_TRACES_SAMPLER_ARG=0 sends no trace', async () => {
  const received: string[] = []
  const collector = await listen((url) => received.push(url))
  try {
    const config = readConfig({
      DATA_DIR: temporaryFolder(),
      PORT: '0',
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: '0',
    })
    if (!config.ok) throw new Error(config.error.join('\n'))
    const running = await startServer(config.value, () => {})
    await fetch(`${running.url}/healthz`)
    await running.end()
    expect(received).toEqual([])
  } finally {
    collector.server.close()
  }
})

describe('a caller that names no good span', () => {
  it.each([
    undefined,
    '',
    'nonsense',
    `00-${'0'.repeat(32)}-${CALLER}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ])('starts its own trace: %s', async (header) => {
    const { contextOf } = await import('./open-telemetry.ts')
    const { ROOT_CONTEXT } = await import('@opentelemetry/api')
    expect(contextOf(header)).toBe(ROOT_CONTEXT)
  })
})

it('ends within a few seconds when the receiver takes spans and never answers', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const tracing = openTelemetry({ endpoint: `http://127.0.0.1:${port}`, sampled: 1, version: '0' })
  await tracing.around({ name: 'work', attributes: {} }, async () => {})
  const startedAt = performance.now()
  await tracing.close()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  silent.closeAllConnections()
  silent.close()
})

it('reports spans that the receiver rejected', async () => {
  const refusing = createServer((_request, response) => response.writeHead(401).end()).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const { port } = refusing.address() as AddressInfo
  let failures = 0
  const tracing = openTelemetry({
    endpoint: `http://127.0.0.1:${port}`,
    sampled: 1,
    version: '0',
    onFailedExport: () => {
      failures += 1
    },
  })
  await tracing.around({ name: 'work', attributes: {} }, async () => {})
  await tracing.close()
  expect(failures).toBe(1)
  refusing.closeAllConnections()
  refusing.close()
})
