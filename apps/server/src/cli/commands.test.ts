import { createHash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Address, type Amount, amountOf, type DropId, parseAddress, roundAtOrAfter } from '@dropkit/core'
import { drawAmount, headAfter, idOf, QUICKNET } from '@dropkit/core/internal'
import { createTestService, type TestService } from '@dropkit/testing'
import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { nodeHashes } from '../ports/node-crypto.ts'
import { inWordsHere, inWordsOf, StartUpError } from '../start-up.ts'
import { type Command, readCommand } from './read-command.ts'
import { helpText, runCommandLine, USAGES, usageAfter } from './run-command-line.ts'
import { ADMIN_KEY_FILE, firstStartText } from './serve.ts'
import { reasonNotToWithdraw } from './sui-commands.ts'
import { verifyFile } from './verify-file.ts'

const dropId = `drop_${'a'.repeat(32)}` as DropId
const seed = Buffer.alloc(32, 7)
const commitment = createHash('sha256').update(seed).digest('hex')

/** A correct red packet of 100 for four wallets. */
function honestRecord() {
  let remaining = 100n
  const draws = [1, 2, 3, 4].map((sequence) => {
    const address = parseAddress(`0x${sequence}`, 'wallet')
    if (!address.ok) throw new Error('no address')
    const draw = { dropId, sequence, claimer: address.value, remaining, itemsLeft: 5 - sequence, pool: 100n }
    const amount = drawAmount(draw, (message) => nodeHashes.hmacSha256(seed, message))
    remaining -= amount
    return { sequence, userAddress: `0x${sequence}`, amount: String(amount) }
  })
  const randomness = { randomnessCommitment: commitment, randomnessSeed: seed.toString('hex') }
  return { dropId, maxAmount: '100', supply: 4, ...randomness, draws }
}

/** The record of a drop of quicknet's whose amounts are not drawn yet. */
function undrawn() {
  const { hash: chainHash, ...chain } = QUICKNET
  const beacon = { chainHash, ...chain, genesisAt: new Date(chain.genesisAt).toISOString() }
  const createdAt = Date.UTC(2026, 0)
  const round = roundAtOrAfter(QUICKNET, createdAt + 5_000)
  let head = '0'.repeat(64)
  const draws = honestRecord().draws.map(({ sequence, userAddress }) => {
    const address = parseAddress(userAddress, 'wallet')
    if (!address.ok) throw new Error('no address')
    const claim = {
      dropId,
      sequence,
      claimer: address.value,
      amount: 0n as Amount,
      createdAt,
      draw: { round },
    }
    head = headAfter(head, claim, nodeHashes.sha256)
    const time = new Date(createdAt).toISOString()
    return { sequence, userAddress, amount: null, round, orderHead: head, createdAt: time }
  })
  return { ...honestRecord(), beacon, draws, orderHead: head }
}

const address = (digit: string) => `0x${digit.padStart(64, '0')}` as Address

describe('a command line', () => {
  it.each([[['backup', '--help']], [['--help', 'backup']], [['help', 'backup']]])(
    'prints the help of one command: %j',
    async (commandLine) => {
      const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await runCommandLine(commandLine, {})
      expect(write.mock.calls).toEqual([[expect.stringContaining('backup -- FILE')]])
      expect(write.mock.calls[0]?.[0]).not.toMatch(/apikey|DATABASE_URL/)
    },
  )

  it.each(['--version', '-v'])('asks for the version: %s', (option) => {
    expect(readCommand([option])).toEqual({ kind: 'version' })
  })

  it.each<[string, Command]>([
    ['', { kind: 'serve' }],
    ['--help', { kind: 'help', verb: undefined }],
    ['help apikey', { kind: 'help', verb: 'apikey' }],
    ['apikey limit --help', { kind: 'help', verb: 'apikey' }],
    [
      'apikey create --username grace',
      { kind: 'create_api_key', username: 'grace', name: 'Key from the command line' },
    ],
    [
      'apikey create --username grace --name laptop',
      { kind: 'create_api_key', username: 'grace', name: 'laptop' },
    ],
    [
      'apikey limit --username grace --requests-per-minute 30',
      { kind: 'limit_user', username: 'grace', requestsPerMinute: 30 },
    ],
    [
      'apikey limit --username grace --requests-per-minute 0',
      { kind: 'limit_user', username: 'grace', requestsPerMinute: null },
    ],
    ['master-key rotate', { kind: 'rotate_master_key' }],
    ['master-key check', { kind: 'check_master_key' }],
    ['audit', { kind: 'audit', database: undefined, isJson: false }],
    ['audit --database other.db --json', { kind: 'audit', database: 'other.db', isJson: true }],
    ['backup a.file', { kind: 'backup', path: 'a.file', mayReplace: false, withKey: false }],
    [
      'backup a.file --overwrite --with-key',
      { kind: 'backup', path: 'a.file', mayReplace: true, withKey: true },
    ],
    ['restore a.file', { kind: 'restore', path: 'a.file', acceptsDifferences: false }],
    ['restore --accept-differences a.file', { kind: 'restore', path: 'a.file', acceptsDifferences: true }],
    ['move other.db', { kind: 'move', to: 'other.db', acceptsDifferences: false }],
    ['move other.db --accept-differences', { kind: 'move', to: 'other.db', acceptsDifferences: true }],
    ['move --cancel', { kind: 'cancel_move' }],
    ['verify -', { kind: 'verify', path: '-' }],
    ['sui publish', { kind: 'sui_publish', keepUpgradeCap: false }],
    ['sui publish --keep-upgrade-cap', { kind: 'sui_publish', keepUpgradeCap: true }],
    ['sui registrar', { kind: 'sui_registrar' }],
    ['sui operator', { kind: 'sui_operator' }],
    ['sui check', { kind: 'sui_check' }],
    ['sui execute AAEC/+==', { kind: 'sui_execute', transactionBytes: 'AAEC/+==' }],
    [
      'sui withdraw 0x5 0x6 30',
      { kind: 'sui_withdraw', vault: address('5'), wallet: address('6'), amount: 30n, id: 'share' },
    ],
    [
      'sui withdraw 0x5 0x6 30 --id second.share',
      { kind: 'sui_withdraw', vault: address('5'), wallet: address('6'), amount: 30n, id: 'second.share' },
    ],
  ])('"%s" is read with its options', (commandLine, command) => {
    expect(readCommand(commandLine.split(' ').filter((word) => word !== ''))).toEqual(command)
  })

  it.each([
    [['apikey', 'create'], '--username'],
    [['apikey', 'limit', '--username', 'grace'], '--requests-per-minute'],
    [['apikey', 'list'], 'apikey -- create --username NAME'],
    [['apikey'], 'create or limit'],
    [['apikey', 'create', 'grace'], 'Put its options after --'],
    [['master-key'], 'rotate or check'],
    [['verify'], 'FILE.json'],
    [['verify', 'one.json', 'two.json'], 'FILE.json'],
    [['sui', 'publis'], 'sui -- publish'],
    [['sui', 'execute'], 'BASE64'],
    [['sui', 'execute', 'undefined!'], 'BASE64'],
    [['sui', 'withdraw', '0x5', '0x6'], 'VAULT WALLET AMOUNT'],
    [['sui', 'withdraw', '0x5', 'me', '3'], 'VAULT WALLET AMOUNT'],
    [['sui', 'withdraw', '0x5', '0x6', '0'], 'VAULT WALLET AMOUNT'],
    [['--port', '5000'], 'PORT=4001 npm start'],
    [['--name', 'mine'], '--name'],
    [['audit', '--overwrite'], 'audit does not accept --overwrite'],
    [['audit', '--version'], 'audit does not accept --version'],
    [['fly'], '"fly"'],
    [['help', 'fly'], '"fly"'],
    [['--loud'], '--loud'],
    [['apikey', 'create', '--username', 'Not A Name'], '--username must be 3 to 32 lower-case letters'],
    [['apikey', 'create', '--username', 'grace', '--name', ''], '--name must'],
    [['backup', '--overwrite', ''], 'backup does not accept an empty argument'],
    [['restore', ''], 'restore does not accept an empty argument'],
    [['move', ''], 'move does not accept an empty argument'],
    [['audit', '--database', ''], '--database must not be empty'],
    [['sui', 'withdraw', '', '0x5', '0x6', '3'], 'sui withdraw does not accept an empty argument'],
    [['sui', 'withdraw', '0x5', '0x6', '3', '4'], 'VAULT WALLET AMOUNT'],
    [['sui', 'withdraw', '0x5', '0x6', '3', '--id', 'a b'], '--id requires 1 to 64 letters'],
    [['sui', 'execute', 'AAEC', 'AAEC'], 'BASE64'],
    [['sui'], 'sui requires a subcommand: publish or registrar or operator'],
    [['apikey', 'limit', '--username', 'grace', '--requests-per-minute', '-3'], 'requests-per-minute'],
    [['apikey', 'limit', '--username', 'grace', '--requests-per-minute', '3 per minute'], 'whole number'],
    [['apikey', 'limit', '--requests-per-minute', '3'], '--username NAME'],
    [['move', '--cancel', 'other.db'], 'move --cancel accepts no database'],
    [['move', 'one.db', 'two.db'], 'move requires one database'],
    [['backup'], 'backup requires one FILE'],
    [['restore', 'one', 'two'], 'restore requires one FILE'],
    [['--version', '--json'], '--version belongs to a command'],
  ])('%j is refused', (commandLine, named) => {
    const command = readCommand(commandLine)
    expect(command.kind).toBe('misused')
    expect(`${'reason' in command && command.reason}\n${usageAfter(commandLine[0])}`).toContain(named)
  })
})

it('a command names every wrong setting at once, repeats no key, and ends with code 1', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  await runCommandLine([], { PORT: 'many', CHAIN: 'sui', SUI_OPERATOR_KEY: 'suiprivkey1sesame' })
  const errors = write.mock.calls.map(([text]) => text).join('')
  for (const name of ['PORT', 'MASTER_KEY', 'SUI_OPERATOR_KEY', 'SUI_PACKAGE_ID'])
    expect(errors).toMatch(new RegExp(`^  ${name} must be `, 'm'))
  expect(errors).not.toContain('sesame')
  expect(exit.mock.calls).toEqual([[1]])
})

describe('the verify command', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })

  async function verify(text: string) {
    const path = join(folder, 'draws.json')
    await writeFile(path, text)
    return verifyFile(path)
  }

  test('finds an honest drop as it should be', async () => {
    const answer = await verify(JSON.stringify(honestRecord()))
    expect(answer).toEqual({ isFine: true, line: 'verified: 4 draws, 100 of 100 given out' })
  })

  test('names the first draw that differs', async () => {
    const record = honestRecord()
    const draws = record.draws.map((draw, n) =>
      n === 1 ? { ...draw, amount: String(BigInt(draw.amount) + 1n) } : draw,
    )
    const answer = await verify(JSON.stringify({ ...record, draws }))
    expect(answer).toMatchObject({ isFine: false, line: expect.stringContaining('draw 2 gave') })
  })

  test('does not report success while amounts are not drawn, and says how to add them', async () => {
    const { isFine, line } = await verify(JSON.stringify({ type: 'drop.deleted', data: undrawn() }))
    expect(isFine).toBe(false)
    expect(line).toMatch(/^not verified completely: 4 draws, .*, 4 amounts not drawn yet\n/)
    expect(line).toContain('claim.revealed')
    expect(line).not.toContain('only this record names')
  })

  test('does not report success for a beacon that only the record names', async () => {
    const chainHash = 'ab'.repeat(32)
    const data = undrawn()
    const { isFine, line } = await verify(
      JSON.stringify({
        ...data,
        draws: [],
        orderHead: null,
        beacon: { ...data.beacon, chainHash, publicKey: 'cd' },
      }),
    )
    expect(isFine).toBe(false)
    expect(line).toMatch(/^not verified completely: 0 draws, .*\n.*a beacon that only this record names/)
    const forged = { ...data, beacon: { ...data.beacon, chainHash } }
    expect((await verify(JSON.stringify(forged))).line).toContain(
      'not verified: the beacon has the hash or the key',
    )
  })

  test('checks the draws of a drop that also has a lottery, or null instead of one', async () => {
    const record = honestRecord()
    const lottery = {
      beacon: undrawn().beacon,
      root: '',
      round: 1,
      entries: 1,
      frozenAt: '',
      beaconSignature: '',
    }
    const both = await verify(JSON.stringify({ ...record, lottery }))
    expect(both.isFine).toBe(false)
    expect(both.line).toMatch(/cannot be read: lottery: .*\nverified: 4 draws/)
    expect(await verify(JSON.stringify({ ...record, lottery: null }))).toMatchObject({ isFine: true })
    const fixed = await verify(JSON.stringify({ ...record, lottery, randomnessCommitment: null }))
    expect(fixed.line).not.toContain('4 draws')
  })

  test('reports what it cannot read', async () => {
    expect(await verify('{')).toEqual({
      isFine: false,
      line: expect.stringMatching(/draws\.json cannot be read: it is no JSON$/),
    })
    expect((await verify('{}')).line).toMatch(
      /draws\.json cannot be read: .* the draws of a drop\n {2}dropId: /,
    )
    expect((await verify(JSON.stringify({ ...honestRecord(), maxAmount: '1.5' }))).line).toContain(
      'maxAmount',
    )
  })
})

const made = { kind: 'made', username: 'admin', newKey: 'dk_secret' } as const

it('the new key of the admin is shown once outside production, and stored nowhere', () => {
  const dataDir = join(temporaryFolder(), 'data')
  expect(firstStartText(made, { environment: undefined, dataDir })).toContain('\n  dk_secret\n')
  expect(() => statSync(dataDir)).toThrow()
})

it.each(['production', 'Production'])(
  'the new key of the admin goes into a file of its owner alone with NODE_ENV=%s',
  (environment) => {
    const dataDir = join(temporaryFolder(), 'data')
    const text = firstStartText(made, { environment, dataDir })
    const path = join(dataDir, ADMIN_KEY_FILE)
    expect(text).not.toContain('dk_secret')
    expect(text).toContain(path)
    expect(readFileSync(path, 'utf8')).toBe('dk_secret\n')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  },
)

it('a key that could not be written stops the start, and an older file stays', () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, ADMIN_KEY_FILE), 'older')
  expect(() => firstStartText(made, { environment: 'production', dataDir })).toThrow(
    'npm run apikey -- create',
  )
  expect(readFileSync(join(dataDir, ADMIN_KEY_FILE), 'utf8')).toBe('older')
})

it('a key that the operator chose is never written or shown', () => {
  const text = firstStartText({ ...made, newKey: null }, { environment: 'production', dataDir: '/proc/none' })
  expect(text).toContain('BOOTSTRAP_API_KEY')
})

const texts = [
  helpText(),
  ...Object.keys(USAGES).map(usageAfter),
  'Set MASTER_KEY_PREVIOUS to it and run: npm run master-key -- rotate',
  'SUI_PACKAGE_ID must be set: what `npm run sui -- publish` printed for this network',
  'Another port: PORT=4001 npm start',
  'npm run --silent audit [-- --database URL]',
]

describe('where the package is installed', () => {
  it.each(texts)('names no script of npm: %#', (text) => {
    expect(inWordsOf('dropkit', text)).not.toMatch(/npm (run|start)|-- --/)
  })

  it('names each command as it is called there', () => {
    const packed = texts.map((text) => inWordsOf('dropkit', text))
    expect(packed.at(-4)).toContain('run: dropkit master-key rotate')
    expect(packed.at(-3)).toContain('`dropkit sui publish`')
    expect(packed.at(-2)).toContain('PORT=4001 dropkit')
    expect(packed.at(-1)).toBe('dropkit audit [--database URL]')
  })
})

it('prints the commands of the repository, in errors and in the help', () => {
  for (const text of texts) {
    expect(inWordsHere(text)).toBe(text)
    expect(new StartUpError(text).message).toBe(text)
  }
})

it.each(['npm', 'dropkit'] as const)(
  'names no page that only the repository has without saying so: %s',
  (called) => {
    expect(inWordsOf(called, texts.join('\n'))).not.toMatch(/docs\//)
  },
)

describe('a withdrawal from a vault', () => {
  let service: TestService
  let drop: Awaited<ReturnType<TestService['createDrop']>>
  let vault: Address

  const reason = () => reasonNotToWithdraw(service.ports.store, vault)

  beforeEach(async () => {
    service = await createTestService()
    drop = await service.createDrop()
    if (drop.vault.kind === 'none') throw new Error('no vault')
    vault = drop.vault.objectId
  })

  test('nothing is withdrawn from the vault of a drop, also if an alarm pauses it on the chain', async () => {
    expect(await reason()).toMatch(`is in use by ${drop.id}, also if it is paused`)
  })

  test('nothing is withdrawn from a closed vault while a transaction of the servers has no result', async () => {
    const transaction = {
      id: idOf('chaintx', '00000000000070008000000000000001'),
      dropId: drop.id,
      purpose: { kind: 'fund_vault', deposit: amountOf(1n) },
      bytes: '',
      digest: 'unknown',
      expiresAt: 1,
      state: 'sent',
      createdAt: 1,
    } as const
    const write = (state: 'sent' | 'lost') =>
      service.ports.store.changeDrop(drop.id, {}, (dropState) => {
        const chainTransactions = [{ ...transaction, state }]
        const closed = dropState && { ...dropState.drop, vault: { kind: 'closed', objectId: vault } as const }
        return state === 'sent'
          ? { result: null, insert: { chainTransactions }, update: { drops: closed ? [closed] : [] } }
          : { result: null, update: { chainTransactions } }
      })
    await write('sent')
    expect(await reason()).toMatch('has no result yet')
    await write('lost')
    expect(await reason()).toBeNull()
  })

  test('a vault that no drop of the store has is not refused here', async () => {
    vault = `0x${'9'.repeat(64)}` as Address
    expect(await reason()).toBeNull()
  })
})
