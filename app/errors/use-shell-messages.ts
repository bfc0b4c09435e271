import { useMatch } from '@tanstack/react-router'

/**
 * The interface's messages where an error page stands: there may be none, when loading them is what failed or when the
 * address is outside every language. Taken from the router, since asking use-intl for what is missing throws.
 */
export function useShellMessages() {
  return useMatch({ from: '/{-$locale}', shouldThrow: false })?.loaderData?.shell
}
