// What core's tests import from vitest, as far as they do, without vitest: collecting a test is all that happens here.
import { format, getCallSites } from 'node:util'
import { expect as jestExpect } from 'expect'
import { ModuleMocker } from 'jest-mock'

/** All tests of the files that have been imported, in their order. */
export const collected = []

let names = []
let hooks = []

/** What follows stands in another file: hooks are for the tests of their own. */
export function beginFile() {
  names = []
  hooks = []
}

export function describe(name, collect) {
  const outside = { names, hooks }
  names = [...names, name]
  hooks = [...hooks]
  collect()
  ;({ names, hooks } = outside)
}

export const beforeEach = (hook) => hooks.push(hook)

let run = 0

/** What was made for all tests of a file was made with another mutant. */
export const beginRun = () => {
  run++
}

export function beforeAll(hook) {
  let madeIn = -1
  let made
  hooks.push(() => {
    if (madeIn !== run) made = hook()
    madeIn = run
    return made
  })
}

function add(name, run, site) {
  collected.push({ name: [...names, name].join(' > '), run, hooks, site })
}

const callSite = () => getCallSites()[2]

export const test = (name, run) => add(name, run, callSite())

test.each = (table) => (name, run) => {
  const site = callSite()
  for (const row of table) {
    const values = Array.isArray(row) ? row : [row]
    const holes = name.match(/%[a-z]/g)?.length ?? 0
    add(format(name, ...values.slice(0, holes)), () => run(...values), site)
  }
}

/** With the second argument that vitest takes: what is shown when it fails. */
export const expect = Object.assign((value) => jestExpect(value), jestExpect, {
  fail: (message) => {
    throw new Error(message)
  },
})

const mocker = new ModuleMocker(globalThis)

export const vi = { fn: mocker.fn.bind(mocker), spyOn: mocker.spyOn.bind(mocker) }

export const restoreMocks = () => mocker.restoreAllMocks()
