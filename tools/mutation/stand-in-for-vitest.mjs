// What core's tests import from vitest, as far as they do, without vitest: collecting a test is all that happens here.
import { format, getCallSites } from 'node:util'
import { expect as jestExpect } from 'expect'
import { ModuleMocker } from 'jest-mock'

/** All tests of the files that have been imported, in their order. */
export const collected = []

let names = []
let hooks = []
let afterwards = []

let isShared = true

/**
 * What follows stands in another file: hooks are for the tests of their own. Tests that change what `beforeAll` made,
 * such as an API, each get one of their own, for which of them run, and in which order, differs between mutants.
 */
export function beginFile({ sharesWhatIsMade }) {
  isShared = sharesWhatIsMade
  names = []
  hooks = []
  afterwards = []
}

export function describe(name, collect) {
  const outside = { names, hooks, afterwards }
  names = [...names, name]
  hooks = [...hooks]
  afterwards = [...afterwards]
  collect()
  ;({ names, hooks, afterwards } = outside)
}

/** A name with a value for each %s and each $field of the first value. */
function nameFor(name, values) {
  const holes = name.match(/%[a-z]/g)?.length ?? 0
  return format(name, ...values.slice(0, holes)).replace(/\$(\w+)/g, (_, field) => values[0]?.[field])
}

const each = (table, use) => {
  for (const row of table) use(Array.isArray(row) ? row : [row])
}

describe.each = (table) => (name, collect) =>
  each(table, (values) => describe(nameFor(name, values), () => collect(...values)))

export const beforeEach = (hook) => hooks.push(hook)
export const afterEach = (hook) => afterwards.unshift(hook)
export { afterEach as afterAll }

let run = 0

/** What was made for all tests of a file was made with another mutant. */
export const beginRun = () => {
  run++
}

export function beforeAll(hook) {
  if (!isShared) return beforeEach(hook)
  let madeIn = -1
  let made
  hooks.push(() => {
    if (madeIn !== run) made = hook()
    madeIn = run
    return made
  })
}

function add(name, run, site) {
  collected.push({ name: [...names, name].join(' > '), run, hooks, afterwards, site })
}

const callSite = () => getCallSites()[2]

export const test = (name, run) => add(name, run, callSite())

test.each = (table) => (name, run) => {
  const site = callSite()
  each(table, (values) => add(nameFor(name, values), () => run(...values), site))
}

export { test as it }

/** With the second argument that vitest takes: what is shown when it fails. */
export const expect = Object.assign((value) => jestExpect(value), jestExpect, {
  fail: (message) => {
    throw new Error(message)
  },
})

const mocker = new ModuleMocker(globalThis)

export const vi = { fn: mocker.fn.bind(mocker), spyOn: mocker.spyOn.bind(mocker) }

export const restoreMocks = () => mocker.restoreAllMocks()
