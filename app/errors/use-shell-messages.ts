import { useMatch } from '@tanstack/react-router'

/**
 * Returns the interface's messages for an error page, `undefined` if they could not be loaded or the path is outside every
 * language. They are read from the router because use-intl throws for missing messages.
 */
export function useShellMessages() {
  return useMatch({ from: '/{-$locale}', shouldThrow: false })?.loaderData?.shell
}
