import type { ComponentProps, MouseEvent } from 'react'

const ignore = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * The element of all buttons. A button whose action runs ignores clicks, but is not `disabled`, because the browser would take
 * the keyboard focus away from it, and the user could not repeat a refused action.
 */
export function ButtonElement({
  disabled,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { readonly 'data-loading'?: boolean; readonly 'data-disabled'?: boolean }) {
  return rest['data-loading'] && !rest['data-disabled'] ? (
    <button {...rest} type={type} aria-disabled onClick={ignore} />
  ) : (
    <button {...rest} type={type} disabled={disabled} onClick={onClick} />
  )
}
