import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

let ticksPerSecond: number | undefined

/** CPU seconds that a process has used by now; undefined where the machine does not say (it is not Linux). */
export const cpuSecondsOf = (pid: number): number | undefined => {
  if (process.platform !== 'linux') return undefined
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  // The name in parentheses may hold anything; utime and stime are the 14th and 15th field, the 3rd comes after it.
  const [, after = ''] = /\)\s(.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
