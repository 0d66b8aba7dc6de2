import { useState } from 'react'

/**
 * The parts of a value while they are typed, when not every stage of typing can be told from the whole. A value that
 * comes from elsewhere is taken apart anew.
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
