import { Select, type SelectProps } from '@mantine/core'
import { type Status, statusOptions } from '../words/status-words.ts'

/** Restricts a list to one status. Null is all of them. */
export function StatusFilter<S extends Status>({
  statuses,
  value,
  onChange,
  words,
  isLabelShown = false,
  ...look
}: Pick<SelectProps, 'size' | 'w' | 'style'> & {
  readonly statuses: readonly S[]
  readonly value: S | null
  readonly onChange: (status: S | null) => void
  readonly isLabelShown?: boolean
  readonly words: { readonly label: string; readonly all: string; readonly clear: string }
}) {
  return (
    <Select
      {...(isLabelShown ? { label: words.label } : { 'aria-label': words.label })}
      placeholder={words.all}
      data={statusOptions(statuses)}
      value={value}
      onChange={(status) => onChange(status as S | null)}
      clearable
      clearButtonProps={{ 'aria-label': words.clear }}
      {...look}
    />
  )
}
