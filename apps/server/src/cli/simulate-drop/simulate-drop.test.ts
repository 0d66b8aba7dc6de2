import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kind, parse } from 'graphql'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { readCommand } from '../read-command.ts'
import { runSimulateDrop } from './run-simulate-drop.ts'

const luck = {
  drop: {
    title: 'Pepper for luck',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '1000',
    tokenAmount: '0',
    supply: 10,
    rules: [{ key: 'nft_ownership', operator: '>=', value: '0x2::pass::Pass', description: 'Own a pass' }],
  },
  arrivals: { model: 'rush', wallets: 60, halfLifeMs: 60_000 },
  facts: [{ source: 'owned_objects', values: [{ share: 0.5, value: '1' }] }],
}

describe('the simulate-drop command', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })

  const file = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name)
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
    return path
  }

  /** What a command line prints, with the paths removed. */
  const run = async (...words: readonly string[]) => {
    const command = readCommand(['simulate-drop', ...words])
    if (command.kind !== 'simulate_drop') throw new Error(JSON.stringify(command))
    const { isFine, text } = await runSimulateDrop(command)
    return { isFine, text: text.replaceAll(`${folder}/`, '') }
  }

  test('prints the simulated course of a drop', async () => {
    const { isFine, text } = await run(await file('drop.json', luck))
    expect(isFine).toBe(true)
    expect(text).toMatchInlineSnapshot(`
      "Pepper for luck: sold out after 38.8 s
      1,000 of 1,000 given in 10 claims
      simulated with seed 0

      tries                                 60
        claimed                             10    16.7 %
        drop_sold_out                       40    66.7 %
        not_eligible                        10    16.7 %
          Own a pass: 10

      60 wallets came: 10 got something, 50 nothing

      given away after
         10 %  3.41 s
         20 %  7.94 s
         30 %  10.4 s
         40 %  19.1 s
         50 %  21.6 s
         60 %  22.9 s
         70 %  23.7 s
         80 %  32.5 s
         90 %  32.5 s
        100 %  38.8 s
        the last claim  38.8 s

      amounts
        least         6
        median        75
        mean          100
        90 % at most  155
        most          213
           6 to 57  ███████████████████████ 3
         58 to 109  ███████████████ 2
        110 to 161  ██████████████████████████████ 4
        162 to 213  ████████ 1"
    `)
  })

  test('prints all of it as JSON, amounts as texts', async () => {
    const { text } = await run(
      await file('drop.json', luck),
      '--format',
      'json',
      '--seed',
      '4',
      '--runs',
      '3',
    )
    expect(JSON.parse(text)).toMatchObject({
      seed: 4,
      status: 'SOLD_OUT',
      pool: '1000',
      given: '1000',
      tries: { all: 60, claimed: 10 },
      amounts: { count: 10, sum: '1000' },
      runs: { runs: 3, firstSeed: 4, soldOut: 3, given: { p5: '1000' } },
    })
  })

  test('reads the arrivals from the command line, and prints how runs differ', async () => {
    const { text } = await run(await file('drop.json', luck), '--arrivals', 'steady:40:2h', '--runs', '5')
    expect(text).toMatch(/^tries {20,}40$/m)
    expect(text).toMatch(/^5 runs, seeds 0 to 4: 5 sold out$/m)
  })

  test('reads wallets from a list, with their arrival times and facts', async () => {
    const list =
      'address,at,owned_objects\n0xa,2026-12-01T12:00:05Z,1\n0xb,2026-12-01T12:00:01Z,0\n0xc,90s,3\n0xa,2m,\n'
    const { arrivals: _, facts: __, drop } = luck
    const started = { drop: { ...drop, status: 'SCHEDULED', startsAt: '2026-12-01T12:00:00Z' } }
    const path = await file('drop.json', started)
    const { text } = await run(path, '--wallets', await file('wallets.csv', list), '--format', 'json')
    expect(JSON.parse(text)).toMatchObject({
      beginsAt: Date.UTC(2026, 11, 1, 12),
      tries: { all: 4, claimed: 2, refused: 2 },
      wallets: { came: 3, served: 2, emptyHanded: 1 },
      lastClaimAfterMs: 90_000,
      lastTryAfterMs: 120_000,
    })
    const plain = await file('wallets.txt', '0xa\n0xb\n')
    const fixed = await file('fixed.json', {
      drop: { ...drop, rules: [] },
      arrivals: { model: 'poisson', overMs: 9 },
    })
    expect((await run(fixed, '--wallets', plain)).text).toContain('2 wallets came: 2 got something')
  })

  test('prints the result of a lottery', async () => {
    const raffle = {
      drop: {
        ...luck.drop,
        tokenAmount: '100',
        status: 'SCHEDULED',
        startsAt: '2026-12-01T12:00:00Z',
        admission: 'LOTTERY',
        entriesCloseAt: '2026-12-01T12:02:00Z',
        claimWindowSeconds: 600,
      },
      arrivals: luck.arrivals,
      facts: luck.facts,
      repeats: { share: 0.1, times: 1, everyMs: 1_000 },
      winners: { claimedShare: 0.7, meanMs: 60_000 },
    }
    const path = await file('raffle.json', raffle)
    const svg = join(folder, 'raffle.svg')
    const { text } = await run(path, '--svg', svg, '--runs', '3')
    expect(text).toMatchInlineSnapshot(`
      "Pepper for luck: sold out after 22.4 min
      1,000 of 1,000 given in 10 claims
      simulated with seed 0, from 2026-12-01T12:00:00.000Z on

      tries                                 68
        claimed                             10    14.7 %
        again: had entered                   3     4.4 %
        lapsed: won, not claimed             3     4.4 %
        waiting: never admitted             12    17.6 %
        not_eligible                        25    36.8 %
          Own a pass: 25
        entries_closed                      15    22.1 %

      60 wallets came: 10 got something, 50 nothing
      25 entries, drawn after 2.1 min: 10 winners
      3 wallets moved up in 2 further waves, 0 items left over

      given away after
         10 %  2.24 min
         20 %  2.55 min
         30 %  2.59 min
         40 %  2.7 min
         50 %  3.06 min
         60 %  3.25 min
         70 %  3.31 min
         80 %  3.96 min
         90 %  12.8 min
        100 %  22.4 min
        the last claim  22.4 min

      every claim got 100

      3 runs, seeds 0 to 2: 3 sold out
                                             5 %        median          95 %
      sold out after                    13.9 min      22.4 min      22.8 min
      claims                                  10            10            10
      wallets with something                  10            10            10
      given                                1,000         1,000         1,000
      largest amount                         100           100           100
      moved up                                 1             3             4
      not_eligible                            22            25            29
      entries_closed                          15            19            19"
    `)
    const drawn = await readFile(svg, 'utf8')
    expect(drawn).toContain('never admitted')
    expect(drawn).toContain('won, not claimed')
    const { text: json } = await run(path, '--format', 'json')
    expect(JSON.parse(json)).toMatchObject({ lottery: { winners: 10, leftOver: 0 } })
  })

  test('draws it', async () => {
    const svg = join(folder, 'course.svg')
    await run(await file('drop.json', luck), '--svg', svg)
    const drawn = await readFile(svg, 'utf8')
    expect(drawn).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox=/)
    expect(drawn).toContain('<title>Pepper for luck: sold out after ')
    expect(drawn).toContain('seconds since the beginning')
    expect(drawn).toContain('amount of a claim, in base units')
    expect(drawn).not.toMatch(/NaN|undefined|Infinity/)
  })

  test.each([
    ['it is not JSON', '{'],
    ['drop: must be of the type object; it is missing', {}],
    ['drop.maxAmount: must be of the type string', { ...luck, drop: { ...luck.drop, maxAmount: 1_000 } }],
    ['drop.type: must be one of TOKEN, NFT', { ...luck, drop: { ...luck.drop, type: 'COIN' } }],
    [
      'arrivals.model: must be one of steady, poisson, rush, daily',
      { ...luck, arrivals: { model: 'storm' } },
    ],
    ['unknown fields: arivals', { ...luck, arivals: {} }],
    ['drop.startsAt: must be a date such as', { ...luck, drop: { ...luck.drop, startsAt: 'soon' } }],
    ['drop.currency: must be one of SUI, USDC', { ...luck, drop: { ...luck.drop, currency: 'EUR' } }],
    ['supply may not exceed maxAmount', { ...luck, drop: { ...luck.drop, supply: 1_001 } }],
    ['facts: The drop', { ...luck, facts: [] }],
    ['arrivals.halfLifeMs must be', { ...luck, arrivals: { ...luck.arrivals, halfLifeMs: 0 } }],
  ])('reports the error in the file: %s', async (message, content) => {
    const { isFine, text } = await run(await file('drop.json', content))
    expect(isFine).toBe(false)
    expect(text).toContain(`drop.json: ${message}`)
  })

  test('accepts every field of CreateDropInput', async () => {
    const sdl = await readFile(
      new URL('../../../../../packages/adapter-graphql/schema/drops.graphql', import.meta.url),
      'utf8',
    )
    const schema = parse(sdl).definitions
    const input = schema.find(
      (one) => one.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION && one.name.value === 'CreateDropInput',
    )
    const fields = input && 'fields' in input ? (input.fields ?? []).map(({ name }) => name.value) : []
    expect(fields.length).toBeGreaterThan(20)
    const all = Object.fromEntries(fields.map((name) => [name, null]))
    const { text } = await run(await file('drop.json', { ...luck, drop: { ...all, ...luck.drop } }))
    expect(text).not.toContain('unknown fields')
    const links = await file('links.json', { ...luck, drop: { ...luck.drop, isLinkOnly: true } })
    expect((await run(links)).text).toContain('claim links cannot be simulated')
  })

  test('reports errors outside the file', async () => {
    const path = await file('drop.json', luck)
    expect((await run('missing.json')).text).toBe('missing.json cannot be read')
    expect(await run(path, '--svg', join(folder, 'nowhere', 'course.svg'))).toEqual({
      isFine: false,
      text: expect.stringMatching(/^nowhere\/course\.svg cannot be written: ENOENT/),
    })
    expect((await run(path, '--arrivals', 'storm:5:1m')).text).toContain(
      'steady, poisson, rush, daily, not storm',
    )
    expect((await run(path, '--arrivals', 'rush:5:soon')).text).toContain('such as 90s or 1.5h, not soon')
    expect((await run(path, '--arrivals', 'rush')).text).toContain('such as rush:100000:10m')
    const list = await file('list.csv', '0xa\nalice\n0xc,\n')
    expect((await run(path, '--wallets', list)).text).toBe('list.csv: line 2: "alice" is not an address')
    const dated = await file('dated.csv', 'wallet;at\n0xa;tomorrow\n')
    expect((await run(path, '--wallets', dated)).text).toContain(
      'dated.csv: line 2: "tomorrow" is neither a date',
    )
  })

  test.each([
    [['simulate-drop'], 'requires one FILE.json'],
    [['simulate-drop', 'a.json', 'b.json'], 'requires one FILE.json'],
    [['simulate-drop', 'a.json', '--json'], 'simulate-drop does not accept --json'],
    [['simulate-drop', 'a.json', '--seed', '-1'], '--seed'],
    [['simulate-drop', 'a.json', '--seed', 'x'], 'requires a whole number for --seed'],
    [['simulate-drop', 'a.json', '--runs', 'x'], 'requires a whole number for --runs'],
    [['simulate-drop', 'a.json', '--format', 'xml'], 'requires text or json'],
  ])('is not understood as %j', (words, reason) => {
    expect(readCommand(words)).toMatchObject({ kind: 'misused', reason: expect.stringContaining(reason) })
  })
})
