// A disk that can be filled. If the machine allows it, a file system in memory in a namespace. Otherwise a limit on the
// size of the server's files, which makes the same calls of SQLite and the file store fail.
import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SmallDisk = {
  readonly kind: 'tmpfs' | 'file size limit'
  /** From now on no more data fits. */
  readonly fill: (processId: number) => void
  readonly free: (processId: number) => void
}

/** Commands that start a process in a namespace in which it may mount. The one with the fewest privileges is first. */
const WAYS_IN = [
  ['unshare', '--user', '--map-root-user', '--mount'],
  ['unshare', '--mount'],
]
const DISK_BYTES = 256 * 1_024 * 1_024

const MOUNT_AND_RUN = `mount -t tmpfs -o size=${DISK_BYTES} tmpfs "$0" && exec "$@"`

/** A command line that runs `command` with a small file system on `folder`. Undefined if that is not possible. */
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
        // The server used some of the space meanwhile, so the disk is already full.
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

/** Limits every file to one byte, so that writes beyond it fail. Most writes to existing files fail too. */
export const fileSizeLimit = (): SmallDisk => ({
  kind: 'file size limit',
  fill: (processId) => limitFileSize(processId, '1'),
  free: (processId) => limitFileSize(processId, 'unlimited'),
})
