// A server with custom rule kinds, facts and adapters, without a fork.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { COMPARISONS, ok, type RuleKind, readWholeNumber, thresholdRule } from '@dropkit/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type RunningServer,
  readConfig,
  type ServerExtensions,
  StartUpError,
  startServer,
} from '../apps/server/src/index.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const KEY = 'the-key-of-the-first-admin'
const [WALLET, OTHER] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`] as const

async function start(
  extensions: ServerExtensions,
  environment: Readonly<Record<string, string>> = {},
  dataDir = temporaryFolder(),
) {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    BOOTSTRAP_API_KEY: KEY,
    LOG_LEVEL: 'silent',
    WEB: '0',
    ...environment,
  })
  if (!config.ok) throw new Error(config.error.join(', '))
  const server: RunningServer = await startServer(config.value, () => {}, extensions)
  let isOver = false
  const end = async () => {
    if (!isOver) await server.end()
    isOver = true
  }
  onTestFinished(end)
  const ask = async (query: string, variables: object = {}) => {
    const answer = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await answer.json()) as {
      readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null
      readonly errors?: readonly {
        readonly message: string
        readonly extensions: { readonly code: string; readonly retryable: boolean }
      }[]
    }
  }
  const gatedDrop = async (rule: { readonly key: string; readonly value: string }): Promise<string> => {
    const token = await ask(
      'mutation { createToken(input: { name: "Pepper", symbol: "PEPPER", supply: "1000" }) { id } }',
    )
    const drop = await ask('mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }', {
      input: {
        title: 'Pepper',
        type: 'TOKEN',
        claimType: 'REGULAR',
        maxAmount: '100',
        tokenAmount: '1',
        existingTokenId: token.data?.['createToken']?.['id'],
      },
    })
    const dropId = String(drop.data?.['createDrop']?.['id'])
    const gated = await ask(
      'mutation($dropId: ID!, $input: UpdateGatingConfigInput!) { updateGatingConfig(dropId: $dropId, input: $input) { id } }',
      { dropId, input: { isActive: true, rules: [{ ...rule, operator: '>=', description: 'Our rule' }] } },
    )
    if (gated.errors) throw new Error(gated.errors[0]?.message)
    return dropId
  }
  const codeOfClaim = async (dropId: string, userAddress: string) => {
    const { errors } = await ask(
      'mutation($input: ClaimDropInput!) { claimDrop(input: $input) { claim { id } } }',
      { input: { dropId, userAddress } },
    )
    return errors?.[0]?.extensions.code ?? 'CLAIMED'
  }
  return { ask, gatedDrop, codeOfClaim, end, dataDir }
}

const steps: RuleKind = {
  key: 'steps_today',
  operators: COMPARISONS,
  valueShape: 'a whole number of steps',
  read: (operator, value) =>
    ok(thresholdRule({ source: 'own:steps', subject: 'today' }, operator, readWholeNumber(value) ?? 0n)),
}
const stepCounter = {
  ask: async () =>
    new Map([
      [WALLET, 12_000n],
      [OTHER, 3n],
    ]) as never,
}

describe('a program that starts the server', () => {
  it('adds a rule kind with its own facts', async () => {
    const { gatedDrop, codeOfClaim } = await start({
      ruleKinds: [steps],
      ownFacts: { 'own:steps': stepCounter },
    })
    const dropId = await gatedDrop({ key: 'stepsToday', value: '10000' })
    expect(await codeOfClaim(dropId, WALLET)).toBe('CLAIMED')
    expect(await codeOfClaim(dropId, OTHER)).toBe('NOT_ELIGIBLE')
    expect(await codeOfClaim(dropId, '0xc0de')).toBe('ELIGIBILITY_UNKNOWN')
  })

  it('without its kind after a restart admits no wallet', async () => {
    const first = await start({ ruleKinds: [steps], ownFacts: { 'own:steps': stepCounter } })
    const dropId = await first.gatedDrop({ key: 'steps_today', value: '10000' })
    await first.end()
    const second = await start({}, {}, first.dataDir)
    expect(await second.codeOfClaim(dropId, WALLET)).toBe('ELIGIBILITY_UNKNOWN')
  })

  it('cannot bring a kind that is there already', async () => {
    await expect(start({ ruleKinds: [{ ...steps, key: 'TokenBalance' }] })).rejects.toThrow(
      'keys of their own',
    )
  })

  it('brings adapters in place of the own ones', async () => {
    const asked: string[] = []
    const webhooks = {
      send: async ({ url }: { readonly url: string }) => {
        asked.push(url)
        return { kind: 'answered', statusCode: 200, retryAfterMs: null, durationMs: 1 } as const
      },
      secretFrom: () => 'whsec_of_ours',
      objection: () => undefined,
    }
    const { ask } = await start({ adapters: { webhooks } })
    const registered = await ask(
      'mutation { registerWebhook(input: { url: "https://hooks.example/ours", events: ["*"] }) { id secret } }',
    )
    expect(registered.data?.['registerWebhook']?.['secret']).toBe('whsec_of_ours')
  })

  it('needs a signature verifier for its own chain', async () => {
    const chain = {} as never
    await expect(start({ adapters: { chain } })).rejects.toThrow(StartUpError)
  })
})

describe('FACTS_URL', () => {
  const listen = async (answer: RequestListener) => {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/facts`
  }

  it('admits wallets with enough facts at the endpoint, and none while it is down', async () => {
    let isDown = false
    const tokens = new Set<string | undefined>()
    const url = await listen((request, response) => {
      tokens.add(request.headers.authorization)
      request.resume()
      const facts = { [WALLET]: '3', [OTHER]: 2 }
      response.writeHead(isDown ? 503 : 200).end(JSON.stringify({ facts }))
    })
    const environment = { FACTS_URL: url, FACTS_TOKEN: 'our-token', FACTS_PRIVATE_HOSTS: '127.0.0.1' }
    const { gatedDrop, codeOfClaim, ask } = await start({}, environment)
    const dropId = await gatedDrop({ key: 'http_fact', value: 'guild/level:3' })
    expect(await codeOfClaim(dropId, OTHER)).toBe('NOT_ELIGIBLE')
    expect(await codeOfClaim(dropId, WALLET)).toBe('CLAIMED')
    isDown = true
    expect(await codeOfClaim(dropId, '0xc0de')).toBe('ELIGIBILITY_UNKNOWN')
    const checked = await ask(
      'query($input: CheckEligibilityInput!) { checkEligibility(input: $input) { eligible reason } }',
      { input: { dropId, walletAddress: '0xc0de' } },
    )
    expect(checked.data?.['checkEligibility']).toMatchObject({
      eligible: false,
      reason: expect.stringContaining('Could not be checked'),
    })
    expect([...tokens]).toEqual(['Bearer our-token'])
  })

  it('at a private address is refused at the start, unless its host is named', async () => {
    const url = await listen((_, response) => response.end())
    await expect(start({}, { FACTS_URL: url })).rejects.toThrow('FACTS_PRIVATE_HOSTS')
  })
})
