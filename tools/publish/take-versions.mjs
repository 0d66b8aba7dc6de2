// `npm run changeset:version`: applies the pending changesets to the versions, CHANGELOG.md and the lock file.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callNpm } from '../call-npm.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const changesets = join(here, 'node_modules', '@changesets', 'cli', 'bin.js')

const { status } = spawnSync(process.execPath, [changesets, 'version'], { cwd: root, stdio: 'inherit' })
process.exitCode =
  status === 0
    ? await callNpm(root, ['install', '--package-lock-only', '--ignore-scripts'], () => {})
    : (status ?? 1)
