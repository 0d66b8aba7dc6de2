import { afterAll, expect, test } from 'vitest'
import { launchDrop, openApi } from './api.ts'

// The first run of a text is interpreted, the second compiles it, and those after it run what was compiled.
const RUNS = 4

const api = await openApi()
const id = await launchDrop(api, { description: 'Wet', metadata: { a: 1 } })
afterAll(() => api.app.close())

/** What every run answered, when they all answered the same. */
async function alwaysAnswers(query: string, variables?: object, operationName?: string): Promise<string> {
  const answers: string[] = []
  for (let run = 0; run < RUNS; run++) {
    const { status, body } = await api.call(query, variables, operationName ? { operationName } : {})
    answers.push(`${status} ${JSON.stringify(body).replaceAll(/,?"requestId":"[^"]*"/g, '')}`)
  }
  expect(new Set(answers).size, answers.join('\n')).toBe(1)
  return answers[0] ?? ''
}

const update = (input: string) => `updateDrop(id: "${id}", input: ${input}) { title description metadata }`

test('a variable inside a JSON value keeps its value', async () => {
  const query = `mutation ($x: String, $y: Int!) { ${update('{ metadata: { a: $x, b: [$y] } }')} }`
  expect(await alwaysAnswers(query, { x: 'hi', y: 7 })).toContain('{"a":"hi","b":[7]}')
})

test('a variable that is not given leaves its field alone', async () => {
  const query = `mutation ($t: String, $d: String) { ${update('{ title: $t, description: $d }')} }`
  await alwaysAnswers(query, { d: 'Wet' })
  expect(await alwaysAnswers(query, {})).toContain('"description":"Wet"')
  expect(await alwaysAnswers(query)).toContain('"description":"Wet"')
})

test('a variable that must be given works inside an input', async () => {
  const query = `mutation ($t: String!) { ${update('{ title: $t }')} }`
  expect(await alwaysAnswers(query, { t: 'Hail' })).toContain('"title":"Hail"')
})

test('null clears optional fields and leaves required ones', async () => {
  const query = `mutation ($i: UpdateDropInput!) { ${update('$i')} }`
  await alwaysAnswers(query, { i: { description: 'Hello', title: 'Hail' } })
  const answer = await alwaysAnswers(query, { i: { description: null, title: null } })
  expect(answer).toContain('"title":"Hail","description":null')
})

test.each(['toString', 'constructor', 'hasOwnProperty'])(
  'a variable that is not given may have the name %s',
  async (name) => {
    expect(await alwaysAnswers(`query ($${name}: Int = 1) { drops(limit: $${name}) { id } }`)).toContain(id)
    expect(await alwaysAnswers(`query ($${name}: ID) { drops(limit: 1, after: $${name}) { id } }`)).toContain(
      id,
    )
  },
)

test('a field may have the alias __proto__, and so may a variable', async () => {
  expect(await alwaysAnswers('{ me { __proto__: id } }')).toContain(`"__proto__":"${api.ownerId}"`)
  const query = 'query ($__proto__: ID!) { drop(id: $__proto__) { title } }'
  const variables = JSON.parse(`{ "__proto__": "${id}" }`)
  expect(await alwaysAnswers(query, variables)).toContain('"title"')
})

test('two operations of one text are distinguished by name', async () => {
  const both = 'query A { me { username } } query B { me { id } }'
  expect(await alwaysAnswers(both, undefined, 'A')).toContain('{"me":{"username":"owner"}}')
  expect(await alwaysAnswers(both, undefined, 'B')).toContain(api.ownerId)
  expect(await alwaysAnswers(both)).toContain('Must provide operation name')
  expect(await alwaysAnswers(both, undefined, 'C')).toContain('Unknown operation named')
  expect(await alwaysAnswers(both, undefined, 'A\n}')).toContain('must be the name of an operation')
})

test('a text that ends with the name of an operation is not mistaken for that operation', async () => {
  const both = 'query A { me { username } } query B { me { id } } # once'
  for (const end of ['\n#B', '\n# B', ' B']) await alwaysAnswers(`${both}${end}`)
  expect(await alwaysAnswers(both, undefined, 'B')).toContain(api.ownerId)
})

test('the errors of a document are the same each time', async () => {
  const answer = await alwaysAnswers('{\n  nothing drops { titel }\n}')
  expect(answer).toContain('"locations":[{"line":2,"column":3}]')
  expect(await alwaysAnswers(`{ ${'x'.repeat(2_000)} }`)).toContain('xxx…')
})

test.each([
  ['a variable of the wrong type', 'query ($n: Int) { drops(limit: $n) { id } }', { n: 'x' }, '"field":"n"'],
  [
    'a number that is no whole one',
    'mutation ($i: CreateTokenInput!) { createToken(input: $i) { id } }',
    { i: { name: 'a', symbol: 'b', supply: 1.5 } },
    '"field":"supply"',
  ],
  [
    'a day that does not exist',
    'mutation ($i: UpdateDropInput!) { updateDrop(id: "x", input: $i) { id } }',
    { i: { claimDeadline: '2026-02-30T00:00:00Z' } },
    '"field":"claimDeadline"',
  ],
  [
    'an input without a field that it needs',
    'mutation ($i: ClaimDropInput!) { claimDrop(input: $i) { claim { id } } }',
    { i: { dropId: 'x' } },
    '"field":"userAddress"',
  ],
  [
    'a text in place of a Boolean',
    'query ($s: Boolean!) { me { id @skip(if: $s) } }',
    { s: 'yes' },
    '"field":"s"',
  ],
  [
    'an input with a field that there is not',
    'mutation ($i: ClaimDropInput!) { claimDrop(input: $i) { claim { id } } }',
    { i: { dropId: 'x', userAddress: '0x1', size: 1 } },
    '"field":"size"',
  ],
  [
    'null for an argument that cannot be null',
    'query ($n: ID = "x") { drop(id: $n) { id } }',
    { n: null },
    '',
  ],
  [
    'a list that is too long, inside another',
    '{ drops { id claims(limit: 1000) { id } } }',
    {},
    '"drops",0,',
  ],
  ['a subscription', 'subscription { eventStream { id } }', {}, 'WebSocket'],
  ['a text that is no query', 'what?', {}, 'Syntax Error'],
  ['a syntax tree in place of a text', '{"kind":"Document","definitions":[]}', {}, 'Syntax Error'],
  ['a list in JSON in place of a text', '[]', {}, 'Syntax Error'],
  ['a text in JSON in place of a text', '"{ me { id } }"', {}, 'Syntax Error'],
  ['a definition', 'type X { a: Int }', {}, 'not executable'],
])('is refused as bad input, always alike: %s', async (_what, query, variables, says) => {
  const answer = await alwaysAnswers(query, variables)
  expect(answer).toContain('"code":"BAD_USER_INPUT","retryable":false')
  expect(answer).toContain(says)
})

test('fields are left out and put in by variables', async () => {
  const query = 'query ($s: Boolean!) { me { username @skip(if: $s) id @include(if: $s) } }'
  expect(await alwaysAnswers(query, { s: true })).toContain(`{"me":{"id":"${api.ownerId}"}}`)
  expect(await alwaysAnswers(query, { s: false })).toContain('{"me":{"username":"owner"}}')
})

test.each(['@skip', '@include'])('null is refused by %s, also in a fragment', async (directive) => {
  for (const query of [
    `query ($s: Boolean = true) { me { id username ${directive}(if: $s) } }`,
    `query ($s: Boolean = true) { me { ...Me } } fragment Me on User { id username ${directive}(if: $s) }`,
  ]) {
    expect(await alwaysAnswers(query, { s: null })).toContain('"code":"BAD_USER_INPUT"')
    await alwaysAnswers(query, { s: false })
    await alwaysAnswers(query)
  }
})

test('mutations run one after another and see the effects of earlier ones', async () => {
  const query = `mutation {
    first: updateDrop(id: "${id}", input: { title: "One" }) { title }
    second: updateDrop(id: "${id}", input: { description: "Two" }) { title description }
  }`
  expect(await alwaysAnswers(query)).toContain('"second":{"title":"One","description":"Two"}')
})

test('a mutation that makes the answer null is the last one of its request', async () => {
  const query = `mutation {
    confirmClaim(input: { claimId: "none", txHash: "none" }) { id }
    updateDrop(id: "${id}", input: { title: "After an error" }) { title }
  }`
  await alwaysAnswers(query)
  expect(await alwaysAnswers(`{ drop(id: "${id}") { title } }`)).not.toContain('After an error')
})
