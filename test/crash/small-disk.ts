// A disk that can be filled up. Where the machine lets us make one, a file system in memory, in a namespace of our own;
// elsewhere a limit on how long the server's files may grow, which SQLite and the file store meet in the same calls.
import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SmallDisk = {
  readonly kind: 'tmpfs' | 'file size limit'
  /** From now on nothing more fits. */
  readonly fill: (processId: number) => void
  readonly free: (processId: number) => void
}

/** What puts a command into a namespace in which it may mount, with the least that is needed first. */
const WAYS_IN = [
  ['unshare', '--user', '--map-root-user', '--mount'],
  ['unshare', '--mount'],
]
const DISK_BYTES = 256 * 1_024 * 1_024

const MOUNT_AND_RUN = `mount -t tmpfs -o size=${DISK_BYTES} tmpfs "$0" && exec "$@"`

/** A command line that runs `command` with a small file system of its own on `folder`; undefined where none can be had. */
export const onSmallDisk = (folder: string, command: readonly string[]): readonly string[] | undefined =>
  WAYS_IN.map((way) => [...way, 'sh', '-c', MOUNT_AND_RUN, folder])
    .find((way) => {
      const [program = '', ...given] = [...way, 'true']
      return spawnSync(program, given, { stdio: 'ignore' }).status === 0
    })
    ?.concat(command)

export const canLimitFileSize = (): boolean =>
  process.platform === 'linux' && spawnSync('prlimit', ['--version'], { stdio: 'ignore' }).status === 0

export const tmpfsDisk = (folder: string): SmallDisk => {
  const filler = join(folder, 'filler')
  return {
    kind: 'tmpfs',
    fill: () => {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(filler, Buffer.alloc(bavail * bsize, 1))
      } catch (cause) {
        // Somebody took some of it meanwhile: it is full.
        if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
      }
    },
    free: () => rmSync(filler, { force: true }),
  }
}

const limitFileSize = (processId: number, bytes: string): void => {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(processId), `--fsize=${bytes}:`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`prlimit: ${stderr}`)
}

/** A single byte is what any file may have: all that is longer can no more be written to, wherever in it. */
export const fileSizeLimit = (): SmallDisk => ({
  kind: 'file size limit',
  fill: (processId) => limitFileSize(processId, '1'),
  free: (processId) => limitFileSize(processId, 'unlimited'),
})
