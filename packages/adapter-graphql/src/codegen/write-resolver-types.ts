import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { resolverTypes, resolverTypesPath } from './resolver-types.ts'

await mkdir(dirname(resolverTypesPath), { recursive: true })
await writeFile(resolverTypesPath, await resolverTypes())
