import { Outlet } from '@tanstack/react-router'
import { DeskHeader } from '#app/report-desk/desk-header.tsx'
import type { AuthState } from '#app/report-desk/auth-state.ts'
import { SignIn } from '#app/report-desk/sign-in.tsx'
import { useOverlay } from '#app/navigation/interception/interception-outlet.tsx'

/** What all pages of the desk have around them. A stranger gets the form in place of everything. */
export function DeskLayout({ desk }: { desk: AuthState }) {
  const opened = useOverlay()
  if (desk.type !== 'in') return <SignIn desk={desk} />
  return (
    <>
      {!opened && <DeskHeader />}
      <Outlet />
    </>
  )
}
