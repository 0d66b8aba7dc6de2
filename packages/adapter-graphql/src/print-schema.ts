import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql'
import { readSdl } from './schema/read-sdl.ts'

process.stdout.write(`${printSchema(lexicographicSortSchema(buildSchema(readSdl())))}\n`)
