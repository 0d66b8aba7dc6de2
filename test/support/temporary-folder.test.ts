import { existsSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from './temporary-folder.ts'

describe('a temporary folder', () => {
  let ofFile: string
  let ofTest: string
  beforeAll(() => {
    ofFile = temporaryFolder()
  })

  it('is there during the test that makes it', () => {
    ofTest = temporaryFolder()
    expect(existsSync(ofTest)).toBe(true)
  })

  it('is removed after that test, in each test file', () => {
    expect(existsSync(ofTest)).toBe(false)
  })

  it('of `beforeAll` is there in each test', () => {
    expect(existsSync(ofFile)).toBe(true)
  })
})
