import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Frame, Home } from './shared/pages.jsx'

// Links that are links: what a page needs when no router takes them over.
const Link = ({ page, children }) => <a href={`/${page}`}>{children}</a>

hydrateRoot(
  document.body,
  <StrictMode>
    <Frame Link={Link}>
      <Home />
    </Frame>
  </StrictMode>,
)
