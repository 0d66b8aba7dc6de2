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
  ['test/crash/run-crash-tests.ts', 'npm run crash-tests -- --only'],
  ['tools/reference/write-reference.ts', 'npm run reference -- --check'],
])('%s', (script, usage) => {
  it('prints its help on request, and does nothing else', () => {
    const { code, output, errors } = run(script, ['--help'])
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).toMatch(/^Usage:\n/)
    expect(output).toContain(usage)
  })

  it('prints the help after an unknown option', () => {
    const { code, output, errors } = run(script, ['--sede=1'])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(/^Unknown option '--sede'.*\nUsage:\n/)
    expect(errors).toContain(usage)
  })
})

it.each([
  ['tools/simulate.mjs', 'seeds'],
  ['test/crash/run-crash-tests.ts', 'short'],
])('%s does nothing when npm did not pass on --%s', (script, option) => {
  const { code, output, errors } = run(script, [], { [`npm_config_${option}`]: 'true' })
  expect({ code, output }).toEqual({ code: 2, output: '' })
  expect(errors).toContain(`npm did not pass on --${option}`)
})

describe('npm run simulate', () => {
  it('names the planted bug in the command that shows a life again', () => {
    const { code, output } = run('tools/simulate.mjs', ['--seeds', '20', '--plant', 'closes-early'])
    expect(code).toBe(1)
    expect(output).toMatch(/^Replay one with: npm run simulate -- --seed \d+ --plant closes-early$/m)
  })

  it('wants to live at least once', () => {
    expect(run('tools/simulate.mjs', ['--seeds', '0'])).toMatchObject({ code: 2, output: '' })
  })
})

describe('npm run attack', () => {
  it('lists the attacks when none has the name that it is given, and does not say that something got through', () => {
    const { code, output, errors } = run('tools/attack.mjs', ['no-such-attack'])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(
      /^There is no attack named no-such-attack\. Attacks: .*bad-graphql, .*web-socket, /,
    )
  })

  it.each(['ATTACK_RUNS', 'ATTACK_SEED'])('refuses %s that is no number before it begins', (name) => {
    const { code, errors } = run('tools/attack.mjs', ['uploads'], { [name]: 'many' })
    expect({ code, errors }).toEqual({
      code: 2,
      errors: `${name} must be a whole number of at least 1, not "many".\n`,
    })
  })
})
