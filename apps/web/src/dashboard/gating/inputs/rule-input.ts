import { useState } from 'react'
import type { Rule } from '../rules.ts'

/**
 * Splits a value into parts that the user types. Holds the parts as state, because `read(write(parts))` may differ from
 * parts that are typed only halfway. If the value changes from outside, it is split again.
 */
export function useParts<Parts>(
  value: string,
  onChange: (value: string) => void,
  read: (value: string) => Parts,
  write: (parts: Parts) => string,
): readonly [Parts, (parts: Parts) => void] {
  const [typed, setTyped] = useState({ value, parts: read(value) })
  const parts = typed.value === value ? typed.parts : read(value)
  return [
    parts,
    (next) => {
      const written = write(next)
      setTyped({ value: written, parts: next })
      onChange(written)
    },
  ]
}

/** The properties of the inputs of each kind of rule. */
export interface RuleInputProps {
  readonly rule: Rule
  readonly onChange: (change: Partial<Rule>) => void
  /** The error message for the value. */
  readonly error: string | undefined
}
