import { buildSchema, printSchema } from 'graphql'
import { readSdl } from './schema/read-sdl.ts'

process.stdout.write(`${printSchema(buildSchema(readSdl()))}\n`)
