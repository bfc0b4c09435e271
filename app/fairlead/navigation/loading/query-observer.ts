// A separate module, so that pages without data do not load it before they need it.
export { useSuspenseQuery } from '@tanstack/react-query'
