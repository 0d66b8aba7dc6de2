/** The memory in use at one moment of a run. */
export type MemorySample = { readonly minutes: number; readonly megabytes: number }

/** The growth of memory in MB per minute, by least squares. */
export const growthOf = (samples: readonly MemorySample[]): number => {
  const mean = (pick: (sample: MemorySample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length
  const [atMean, usedMean] = [mean(({ minutes }) => minutes), mean(({ megabytes }) => megabytes)]
  let [both, alone] = [0, 0]
  for (const { minutes, megabytes } of samples) {
    both += (minutes - atMean) * (megabytes - usedMean)
    alone += (minutes - atMean) ** 2
  }
  return both / alone
}
