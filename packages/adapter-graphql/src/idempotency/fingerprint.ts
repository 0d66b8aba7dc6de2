import { createHash } from 'node:crypto'
import type { GraphqlRequest } from '../http/graphql-request.ts'

/** Tells one request from another: SHA-256 over all that says what is asked, in hex. */
export const fingerprintOf = ({ query, operationName, variables }: GraphqlRequest): string =>
  createHash('sha256')
    .update(canonicalJson([query, operationName ?? null, variables ?? {}]))
    .digest('hex')

type Step = { readonly text: string } | { readonly value: unknown }

/** A JSON value as text that is the same in whatever order its keys came. However deep it is: nothing calls itself. */
export function canonicalJson(value: unknown): string {
  const parts: string[] = []
  const steps: Step[] = [{ value }]
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ('text' in step) parts.push(step.text)
    else if (typeof step.value !== 'object' || step.value === null) parts.push(JSON.stringify(step.value))
    // One by one: a call takes only so many arguments, and a list may be longer.
    else for (const inner of stepsOf(step.value).reverse()) steps.push(inner)
  }
  return parts.join('')
}

const stepsOf = (value: object): Step[] => (Array.isArray(value) ? stepsOfList(value) : stepsOfMap(value))

const stepsOfList = (values: readonly unknown[]): Step[] => [
  { text: '[' },
  ...values.flatMap((value, index): Step[] => [{ text: index === 0 ? '' : ',' }, { value }]),
  { text: ']' },
]

const stepsOfMap = (map: object): Step[] => [
  { text: '{' },
  ...Object.entries(map)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, value], index): Step[] => [
      { text: `${index === 0 ? '' : ','}${JSON.stringify(key)}:` },
      { value },
    ]),
  { text: '}' },
]
