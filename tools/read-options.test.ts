import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (script: string, words: readonly string[], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@dropkit/source', script, ...words],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } },
  )
  return { code: status, output: stdout, errors: stderr }
}

describe.each([
  ['tools/attack.mjs', 'npm run attack -- NAME'],
  ['tools/simulate.mjs', 'npm run simulate -- --seed N'],
  ['test/torture/run-torture.ts', 'npm run torture -- --only'],
])('%s', (script, usage) => {
  it('says what it can do when it is asked for help, and does nothing', () => {
    const { code, output, errors } = run(script, ['--help'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^Usage:\n/)
    expect(output).toContain(usage)
  })

  it('says the same after an option that it does not know', () => {
    const { code, output, errors } = run(script, ['--sede=1'])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(/^Unknown option '--sede'.*\nUsage:\n/)
    expect(errors).toContain(usage)
  })
})

describe('npm run attack', () => {
  it('lists the attacks when none has the name that it is given, and does not say that something got through', () => {
    const { code, output, errors } = run('tools/attack.mjs', ['no-such-attack'])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(
      /^There is no attack named no-such-attack; there are .*bad-graphql, .*web-socket, /,
    )
  })

  it.each(['ATTACK_RUNS', 'ATTACK_SEED'])('refuses %s that is no number before it begins', (name) => {
    const { code, errors } = run('tools/attack.mjs', ['uploads'], { [name]: 'many' })
    expect({ code, errors }).toEqual({
      code: 2,
      errors: `${name} is a whole number from 1 on; it is "many".\n`,
    })
  })
})
