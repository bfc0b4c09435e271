// Pages with data need it. As a module of its own it is loaded after a page without.
export { useSuspenseQuery } from '@tanstack/react-query'
