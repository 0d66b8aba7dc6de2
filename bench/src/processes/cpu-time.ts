import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

let ticksPerSecond: number | undefined

/** The CPU seconds that a process has used so far. Undefined except on Linux. */
export const cpuSecondsOf = (pid: number): number | undefined => {
  if (process.platform !== 'linux') return undefined
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  // The name in parentheses may contain any character, so parsing starts after it, at field 3. utime and stime are fields
  // 14 and 15.
  const [, after = ''] = /\)\s(.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const fields = after.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
