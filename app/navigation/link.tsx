// The one place links come from, so that every link takes part in what navigation does before a click.
// The current page is marked by `aria-current`, which the router sets; its look is left to the style sheets.
export { Link } from '@tanstack/react-router'
