// Fills a disk in its own process, which `runs/full-disk.ts` starts in a namespace with a small file system. Writes the
// result as JSON to a file outside that file system.
import { writeFileSync } from 'node:fs'
import { fillDisk, tmpfsDisk } from './fill-disk.ts'

const [folder = '', outcome = '', size, seed, minutes] = process.argv.slice(2)
const limitMs = minutes ? Number(minutes) * 60_000 : Number.POSITIVE_INFINITY
const found = await fillDisk(folder, tmpfsDisk(folder), {
  size: size === 'full' ? 'full' : 'short',
  seed: Number(seed),
  say: (line) => console.log(line),
  isTimeUp: () => performance.now() > limitMs,
})
writeFileSync(outcome, JSON.stringify(found))
