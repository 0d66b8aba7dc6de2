import { expect, test } from 'vitest'
import { createExecutableSchema } from './api.ts'

test('every operation of the schema has its own resolver', () => {
  const schema = createExecutableSchema()
  const answering = new Map<unknown, string>()
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    const fields = Object.values(type?.getFields() ?? {})
    expect(fields.length).toBeGreaterThan(3)
    for (const field of fields) {
      const resolver = type?.name === 'Subscription' ? field.subscribe : field.resolve
      expect(resolver, field.name).toBeTypeOf('function')
      // One function behind two names would be a stub.
      expect(answering.get(resolver), field.name).toBeUndefined()
      answering.set(resolver, field.name)
    }
  }
})
