import { useRouter } from '@tanstack/react-router'

/**
 * Returns the nonce for `<script nonce={nonce}>`; `undefined` in dev, and on a page that is cached for all visitors:
 * its policy has the hashes of its inline scripts.
 */
export function useNonce(): string | undefined {
  return useRouter().options.ssr?.nonce
}
