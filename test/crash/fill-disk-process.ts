// Fills a disk in a process of its own, around which `runs/full-disk.ts` has put a namespace with a small file system;
// writes the outcome, as JSON, to a file outside of it.
import { writeFileSync } from 'node:fs'
import { fillDisk } from './fill-disk.ts'
import { tmpfsDisk } from './small-disk.ts'

const [folder = '', outcome = '', size, seed, minutes] = process.argv.slice(2)
const limitMs = minutes ? Number(minutes) * 60_000 : Number.POSITIVE_INFINITY
const found = await fillDisk(folder, tmpfsDisk(folder), {
  size: size === 'full' ? 'full' : 'short',
  seed: Number(seed),
  say: (line) => console.log(line),
  isTimeUp: () => performance.now() > limitMs,
})
writeFileSync(outcome, JSON.stringify(found))
