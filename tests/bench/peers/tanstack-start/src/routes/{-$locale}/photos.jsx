import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Photos } from '../../../shared/pages.jsx'
import { Link } from '../../link.jsx'

export const Route = createFileRoute('/{-$locale}/photos')({
  component: () => (
    <>
      <Photos Link={Link} />
      <Outlet />
    </>
  ),
})
