import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { resolverTypes } from './resolver-types.ts'
import { resolverTypesPath } from './resolver-types-path.ts'

await mkdir(dirname(resolverTypesPath), { recursive: true })
await writeFile(resolverTypesPath, await resolverTypes())
