import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Frame, Home } from './shared/pages.jsx'

// Links that are links: what a page needs when no router takes them over.
const Link = ({ page, children }) => <a href={`/${page}`}>{children}</a>

// It is weighed and never runs, so it has no markup to hydrate. The hydrating entry is the one that the others need.
// https://react.dev/reference/react-dom/client/hydrateRoot
hydrateRoot(
  document.body,
  <StrictMode>
    <Frame Link={Link}>
      <Home />
    </Frame>
  </StrictMode>,
)
