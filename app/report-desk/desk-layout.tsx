import { Outlet } from '@tanstack/react-router'
import { DeskHeader } from '#app/report-desk/desk-header.tsx'
import type { AuthState } from '#app/report-desk/auth-state.ts'
import { SignIn } from '#app/report-desk/sign-in.tsx'
import { useOverlay } from '#app/navigation/interception/interception-outlet.tsx'

/** The layout of the desk's pages. Without a session it renders the sign-in form in place of everything. */
export function DeskLayout({ auth }: { auth: AuthState }) {
  const isOverlay = useOverlay()
  if (auth.type !== 'signed-in') return <SignIn auth={auth} />
  return (
    <>
      {!isOverlay && <DeskHeader />}
      <Outlet />
    </>
  )
}
