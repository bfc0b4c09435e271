import { useRouter } from '@tanstack/react-router'

/**
 * Returns the nonce that the Content-Security-Policy of the document asks of scripts, for `<script nonce={nonce}>`. It is
 * `undefined` in dev, and on a page that is cached for all visitors: its policy has the hashes of its inline scripts.
 */
export function useNonce(): string | undefined {
  return useRouter().options.ssr?.nonce
}
