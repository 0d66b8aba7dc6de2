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
    else if (Array.isArray(step.value)) steps.push(...reversed(stepsOfList(step.value)))
    else if (typeof step.value === 'object' && step.value !== null)
      steps.push(...reversed(stepsOfMap(step.value)))
    else parts.push(JSON.stringify(step.value))
  }
  return parts.join('')
}

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

const reversed = (steps: Step[]): Step[] => steps.reverse()
