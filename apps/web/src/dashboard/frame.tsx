import { Outlet } from 'react-router'

/** What stands around every screen of the dashboard. */
export function Frame() {
  return <Outlet />
}
