import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const OF_ONE_PROGRAM = /^licenses-.*\.md$/
const SECTION = /^(?=## )/m

/** Puts the license files of the programs into one, `licenses.md`, which names each package once. */
export function mergeLicenses(folder: string): void {
  const paths = readdirSync(folder)
    .filter((name) => OF_ONE_PROGRAM.test(name))
    .map((name) => join(folder, name))
  const parts = paths.map((path) => readFileSync(path, 'utf8').trimEnd().split(SECTION))
  const sections = new Set(parts.flatMap(([, ...packages]) => packages.map((text) => `${text.trimEnd()}\n`)))
  writeFileSync(join(folder, 'licenses.md'), [parts[0]?.[0]?.trimEnd(), ...[...sections].sort()].join('\n\n'))
  for (const path of paths) rmSync(path)
}
