import { Outlet } from '@tanstack/react-router'
import { DeskHead } from '#app/monitoring/reports/head.tsx'
import type { Desk } from '#app/monitoring/reports/session.ts'
import { SignIn } from '#app/monitoring/reports/sign-in.tsx'
import { useOpened } from '#app/navigation/interception/outlet.tsx'

/** What all pages of the desk have around them. A stranger gets the form in place of everything. */
export function DeskLayout({ desk }: { desk: Desk }) {
  const opened = useOpened()
  if (desk.type !== 'in') return <SignIn desk={desk} />
  return (
    <>
      {!opened && <DeskHead />}
      <Outlet />
    </>
  )
}
