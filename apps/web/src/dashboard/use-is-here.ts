import { useHref, useLocation } from 'react-router'

/** Returns whether the user is still on this screen. What follows a request must not move the user from another one. */
export function useIsHere(): () => boolean {
  const here = useHref(useLocation().pathname)
  return () => location.pathname === here
}
