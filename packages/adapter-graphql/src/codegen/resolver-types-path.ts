import { fileURLToPath } from 'node:url'

export const resolverTypesPath = fileURLToPath(new URL('../generated/resolver-types.ts', import.meta.url))
