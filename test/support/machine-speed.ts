const ROWS = 2_000
const ROUNDS = 20
/** The CPU time that `work` takes on usual hardware, in milliseconds. */
const USUAL_MS = 30

/**
 * How many times the CPU time of usual hardware this machine needs at this moment for work of a server: reading JSON,
 * creating objects and writing JSON. At least 1. Limits of CPU time are for usual hardware; multiply them by this.
 */
export function slowdownOfMachine(): number {
  const text = JSON.stringify(
    Array.from({ length: ROWS }, (_, n) => ({
      id: `claim_${n}`,
      wallet: `0x${'0'.repeat(58)}${n}`,
      amount: n,
    })),
  )
  const times = Array.from({ length: 3 }, () => work(text))
  return Math.max(1, Math.min(...times) / USUAL_MS)
}

function work(text: string): number {
  const begun = process.threadCpuUsage()
  for (let round = 0; round < ROUNDS; round++) {
    const rows = JSON.parse(text) as { amount: number }[]
    JSON.stringify(rows.map((row) => ({ ...row, amount: String(row.amount) })))
  }
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1_000
}
