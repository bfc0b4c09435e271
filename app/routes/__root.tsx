import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
export const Route = createRootRoute({
  shellComponent: ({ children }) => <html><head><HeadContent /></head><body>{children}<Scripts /></body></html>,
  component: () => <><p>root</p><Outlet /></>,
  notFoundComponent: () => <p>404 root</p>,
})
