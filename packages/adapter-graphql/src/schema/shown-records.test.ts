import { buildSchema, type ExecutionResult, execute, type GraphQLObjectType, parse } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { expect, expectTypeOf, test } from 'vitest'
import type { resolvers } from '../resolvers/index.ts'
import { showRecords } from './shown-records.ts'

interface Box {
  readonly width: number
  readonly inside: readonly Box[]
}

const schema = buildSchema(`
  type Query { box: Box! }
  type Box { width: Int! area: Int! broken: Int times(n: Int!): Int! now: Int! inside: [Box!]! }
`)
const boxType = schema.getType('Box') as GraphQLObjectType
const { area, broken, times, now, inside } = boxType.getFields()
const { box } = schema.getQueryType()?.getFields() ?? {}
Object.assign(area ?? {}, { resolve: ({ width }: Box) => width ** 2 })
Object.assign(broken ?? {}, {
  resolve: (_box: Box) => {
    throw new Error('a bug')
  },
})
Object.assign(times ?? {}, { resolve: ({ width }: Box, { n }: { readonly n: number }) => width * n })
Object.assign(now ?? {}, { resolve: ({ width }: Box, _args: unknown, at: number) => width + at })
const show = showRecords([boxType]).get(boxType)
const record: Box = { width: 2, inside: [{ width: 3, inside: [] }] }
Object.assign(inside ?? {}, { resolve: (shown: unknown) => show?.((shown as Box).inside) })
Object.assign(box ?? {}, { resolve: () => show?.(record) })

const AT = 100
const executors: readonly [string, (query: string) => unknown][] = [
  ['interpreted', (query) => execute({ schema, document: parse(query), contextValue: AT })],
  [
    'compiled',
    (query) => {
      const compiled = compileQuery(schema, parse(query))
      return isCompiledQuery(compiled) ? compiled.query(undefined, AT, {}) : compiled
    },
  ],
]

test.each(executors)(
  'the fields of a record are the same with and without a resolver: %s',
  async (_, run) => {
    const answer = await run('{ box { width area times(n: 5) now inside { width area } } }')
    expect(answer).toEqual({
      data: { box: { width: 2, area: 4, times: 10, now: 102, inside: [{ width: 3, area: 9 }] } },
    })
  },
)

test.each(executors)(
  'an error of a field that follows from its record is the error of that field: %s',
  async (_, run) => {
    const { data, errors } = (await run('{ box { broken width } }')) as ExecutionResult
    expect(data).toEqual({ box: { broken: null, width: 2 } })
    expect(errors).toMatchObject([{ message: 'a bug', path: ['box', 'broken'] }])
  },
)

test('only fields that follow from their record alone lose their resolver', () => {
  const withResolver = Object.values(boxType.getFields()).flatMap(({ name, resolve }) =>
    resolve ? name : [],
  )
  expect(withResolver).toEqual(['times', 'now', 'inside'])
})

/** The names of resolvers with one parameter in JavaScript that read more than the record, or return a promise. */
type Mistaken<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends (...given: infer Given) => infer Value
    ? Given['length'] extends 0 | 2 | 3 | 4
      ? never
      : Given['length'] extends 1
        ? Extract<Value, PromiseLike<unknown>> extends never
          ? never
          : Name
        : Name
    : never
}[keyof Fields]

type Records = Omit<typeof resolvers, 'Query' | 'Mutation' | 'Subscription' | 'BigInt' | 'DateTime' | 'JSON'>

test('a resolver with one parameter follows from its record alone, and returns no promise', () => {
  const isLate = { late: async (box: Box) => box.width, more: (box: Box, n = 1) => box.width * n }
  expectTypeOf<Mistaken<typeof isLate>>().toEqualTypeOf<'late' | 'more'>()
  expectTypeOf<{ [Type in keyof Records]: Mistaken<Records[Type]> }[keyof Records]>().toBeNever()
})
