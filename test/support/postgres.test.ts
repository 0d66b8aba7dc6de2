import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from './postgres.ts'

const rows = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the Postgres of the tests', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  it('gives each caller a new database in UTF-8', async () => {
    const [one, other] = await Promise.all([postgres.createDatabase(), postgres.createDatabase()])
    await rows(one.url, `create table note as select 'żółć' as text`)
    expect(await rows(one.url, 'select text from note')).toEqual([{ text: 'żółć' }])
    expect(await rows(other.url, `select to_regclass('note') as note`)).toEqual([{ note: null }])
    expect(await rows(other.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    await Promise.all([one.drop(), other.drop()])
  })

  it('copies a template', async () => {
    const template = await postgres.createDatabase()
    await rows(template.url, 'create table step as select 1 as number')
    const copy = await postgres.createDatabase({ template: new URL(template.url).pathname.slice(1) })
    expect(await rows(copy.url, 'select number from step')).toEqual([{ number: 1 }])
    await Promise.all([template.drop(), copy.drop()])
  })

  it('drops a database that has open connections, and accepts a second drop', async () => {
    const database = await postgres.createDatabase()
    const client = new Client({ connectionString: database.url })
    const ended = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    await database.drop()
    await ended
    await expect(rows(database.url, 'select 1')).rejects.toThrow(/does not exist/)
    await database.drop()
  })
})

describe('a configured Postgres that cannot be reached', () => {
  it('is a failure if DATABASE_TEST_URL leads nowhere', async () => {
    const before = { ...process.env }
    process.env['DATABASE_TEST_URL'] = 'postgres://unknown:secret@127.0.0.1:1/nowhere'
    delete process.env['TEST_POSTGRES']
    try {
      const refusal = startPostgres()
      await expect(refusal).rejects.toThrow(/DATABASE_TEST_URL is set, but cannot be used/)
      await expect(refusal).rejects.not.toThrow(/secret/)
    } finally {
      process.env = before
    }
  })
})
