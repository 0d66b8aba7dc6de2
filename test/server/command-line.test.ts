// The command line, each command in its own process.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { runServer, runToItsEnd, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../..')

describe('the command line', () => {
  it('explains itself, with every setting', async () => {
    const { code, output } = await runToItsEnd(['--help'], {})
    expect(code).toBe(0)
    for (const word of ['apikey -- create', 'DATABASE_URL', 'MASTER_KEY']) expect(output).toContain(word)
    for (const field of ['dropId', 'maxAmount', 'supply', 'randomnessCommitment', 'randomnessSeed', 'draws'])
      expect(output).toContain(`"${field}"`)
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'apps/server/package.json'), 'utf8'))
    expect(await runToItsEnd(['-v'], {})).toEqual({ code: 0, output: `${version}\n`, errors: '' })
  })

  it.each([
    ['master-key', 'check'],
    ['apikey', 'limit', '--username', 'grace', '--requests-per-minute', '3'],
  ])('makes no store and no key for %s %s, which are about one that is there', async (...commandLine) => {
    const dataDir = join(temporaryFolder(), 'none')
    const { code, output, errors } = await runToItsEnd(commandLine, { DATA_DIR: dataDir, MASTER_KEY: '' })
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toContain(`There is no store at ${join(dataDir, 'dropkit.db')}`)
    expect(existsSync(dataDir)).toBe(false)
  })

  it('verifies the draws of a deleted drop from its last event', async () => {
    const server = await startServer()
    const dropId = await createDrop(server, { tokenAmount: '0', supply: 3, maxAmount: '100' })
    const draw = `mutation($dropId: ID!, $userAddress: String!) {
      claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) { success }
    }`
    for (const userAddress of ['0x1', '0x2', '0x3']) {
      const { data } = await server.graphql(draw, { dropId, userAddress })
      expect(data).toEqual({ claimRandomDrop: { success: true } })
    }
    const gone = await server.graphql('mutation($dropId: ID!) { deleteDrop(id: $dropId) }', { dropId })
    expect(gone.data).toEqual({ deleteDrop: true })
    const last = '{ events(types: ["drop.deleted"]) { data } }'
    const { data } = await server.graphql(last)
    await server.stop()
    const [event] = (data?.['events'] ?? []) as { data: { draws: { amount: string }[] } }[]
    const file = join(temporaryFolder(), 'draws.json')
    writeFileSync(file, JSON.stringify(event?.data))
    expect(await runToItsEnd(['verify', file], {})).toEqual({
      code: 0,
      output: 'verified: 3 draws, 100 of 100 given out, 3 claims in order\n',
      errors: '',
    })
    const draws = event?.data.draws.map((one, n) => (n === 1 ? { ...one, amount: '99' } : one))
    writeFileSync(file, JSON.stringify({ ...event?.data, draws }))
    const { code, output } = await runToItsEnd(['verify', file], {})
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('claim 2 is not as it was recorded'),
    })
  })

  it('reads a file from its standard input, also from another program', async () => {
    const verifying = await runServer(['verify', '-'], {}, { stdin: 'pipe' })
    verifying.child.stdin?.end('{}')
    expect((await verifying.ended).code).toBe(1)
    expect(verifying.output()).toMatch(/^- cannot be read: .* the draws of a drop\n {2}dropId: /)
  })

  it('refuses a wrong command before it makes anything', async () => {
    const dataDir = join(temporaryFolder(), 'none')
    const { code, output, errors } = await runToItsEnd(['apikey', 'list'], { DATA_DIR: dataDir })
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(/^There is no command "apikey list"\.\nUsage:\n.*apikey -- create --username NAME/)
    expect(existsSync(dataDir)).toBe(false)
  })

  it.each([
    ['npm_config_with_key', ['backup', 'some.file'], '--with-key'],
    ['npm_config_keep_upgrade_cap', ['sui', 'publish'], '--keep-upgrade-cap'],
  ])(
    'does nothing when npm did not pass on an option, as it says by %s',
    async (name, commandLine, option) => {
      const { code, output, errors } = await runToItsEnd(commandLine, { [name]: 'true' })
      expect({ code, output }).toEqual({ code: 2, output: '' })
      expect(errors).toContain(`npm did not pass on ${option}: put options after --`)
    },
  )

  it('says where a key was made when no server has been there yet', async () => {
    const dataDir = temporaryFolder()
    const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
    const made = () => runToItsEnd(['apikey', 'create', '--username', 'grace'], env)
    const { output, errors } = await made()
    expect(output).toMatch(/^dk_[0-9A-Za-z]{36}\n$/)
    expect(errors).toContain(join(dataDir, 'dropkit.db'))
    expect((await made()).errors).toBe('')
  })

  it('names a setting that seems to be misspelt', async () => {
    const env = { DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent', DATABSE_URL: 'postgres://elsewhere/' }
    const { errors } = await runToItsEnd(['apikey', 'create', '--username', 'grace'], env)
    expect(errors).toContain('Is DATABASE_URL meant?')
    expect(errors).not.toContain('elsewhere')
  })
})
