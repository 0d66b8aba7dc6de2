import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { claimsOnSqlite } from './measures/rate-measures.ts'
import { shown, textTable } from './results/report.ts'
import { runMeasures } from './run-measures.ts'

const tiny = { short: true, rounds: 1, roundSeconds: 0.3, warmUpSeconds: 0.1 }

const root = fileURLToPath(new URL('../..', import.meta.url))

const isRunning = (processId: number): boolean => {
  try {
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}

const until = async (holds: () => boolean): Promise<void> => {
  for (let look = 0; look < 200 && !holds(); look++) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('the bench', () => {
  it('compares two servers in a table that says where it was made, and goes on after a measure that fails', async () => {
    const broken = {
      ...claimsOnSqlite,
      name: 'broken',
      run: () => Promise.reject(new Error('there was no server')),
    }
    const report = await runMeasures({
      ...tiny,
      kind: 'some',
      measures: [broken, claimsOnSqlite],
      say: () => {},
    })
    const [failed, measured] = report.rows
    expect(failed).toMatchObject({ result: null, error: 'there was no server' })
    expect(measured).toMatchObject({ error: null })
    const [ours, limit] = measured?.result?.series ?? []
    expect(ours?.spread.median).toBeGreaterThan(0)
    expect(measured?.result?.figure.median).toBeCloseTo((ours?.rounds[0] ?? 0) / (limit?.rounds[0] ?? 0))

    const table = textTable(report)
    expect(table).toContain(process.versions.node)
    expect(table).toContain('there was no server')
    expect(table).toContain(`${shown(measured?.result?.figure.median ?? 0)} ×`)
  })

  it('leaves no server and no folder behind when it is killed', async () => {
    const script = `
      import { limit } from '${root}bench/src/contestants/peers.ts'
      import { makeFolder } from '${root}bench/src/processes/child-process.ts'
      const { path } = makeFolder()
      const { pid } = await limit.start({ database: 'none', dataDir: path, drops: 1 })
      console.log(JSON.stringify({ pid, path }))`
    const bench = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: root })
    const line = await new Promise<string>((resolve) =>
      bench.stdout.setEncoding('utf8').once('data', resolve),
    )
    const { pid, path } = JSON.parse(line) as { pid: number; path: string }
    expect([isRunning(pid), existsSync(path)]).toEqual([true, true])
    bench.kill('SIGKILL')
    await until(() => !isRunning(pid) && !existsSync(path))
    expect([isRunning(pid), existsSync(path)]).toEqual([false, false])
  })

  it('has the same versions of shared packages as the server', () => {
    const shared = ['fastify', 'graphql', 'graphql-jit', 'pg']
    const installed = (folder: string) => {
      const { packages } = JSON.parse(readFileSync(`${root}${folder}package-lock.json`, 'utf8')) as {
        readonly packages: Readonly<Record<string, { readonly version?: string }>>
      }
      return shared.map((name) => [name, packages[`node_modules/${name}`]?.version])
    }
    expect(installed('bench/')).toEqual(installed(''))
    expect(Object.fromEntries(installed('')).fastify).toMatch(/^5\./)
  })
})
