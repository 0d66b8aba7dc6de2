import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, type MouseEvent, useRef } from 'react'

const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * The element of all buttons. A button whose action runs ignores clicks, but is not `disabled`, because the browser would take
 * the keyboard focus away from it, and the user could not repeat a refused action. The same holds for a button that has the
 * focus when there is nothing more to do, such as one that has saved all changes.
 */
export function ButtonElement({
  disabled,
  onClick,
  type = 'button',
  ref,
  ...rest
}: ComponentProps<'button'> & { readonly 'data-loading'?: boolean; readonly 'data-disabled'?: boolean }) {
  const own = useRef<HTMLButtonElement>(null)
  const place = useMergedRef(own, ref)
  const isFocused = own.current !== null && own.current === document.activeElement
  return (disabled && isFocused) || (rest['data-loading'] && !rest['data-disabled']) ? (
    <button {...rest} ref={place} type={type} aria-disabled onClick={ignore} />
  ) : (
    <button {...rest} ref={place} type={type} disabled={disabled} onClick={onClick} />
  )
}
