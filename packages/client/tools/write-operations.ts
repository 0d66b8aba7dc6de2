import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generatedFiles } from './operations.ts'

for (const [path, text] of await generatedFiles()) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
