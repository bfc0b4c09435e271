/** The logo: a ring with a line led through it, the same as `public/favicon.svg`. */
export function Logo() {
  return (
    <svg data-mark="" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M1 22.5c7 0 8-6.5 15-6.5" />
      <circle cx="16" cy="16" r="9.5" />
      <path d="M16 16c7 0 8-6.5 15-6.5" />
    </svg>
  )
}
