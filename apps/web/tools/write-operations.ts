import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { operations, operationsPath } from './operations.ts'

await mkdir(dirname(operationsPath), { recursive: true })
await writeFile(operationsPath, await operations())
