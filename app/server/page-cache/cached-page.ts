import type { Encoding } from '#app/server/http/negotiate-encoding.ts'

/** A page as it is sent. */
export type Page = {
  status: number
  headers: Headers
  bodies: Partial<Record<Encoding, Buffer<ArrayBuffer>>> & { identity: Buffer<ArrayBuffer> }
}

/** A page in every encoding that is offered. */
export type CachedPage = Page & { etag: string; bodies: Required<Page['bodies']> }

/** Returns true if `If-None-Match` names the tag. Tags are compared weakly (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch !== null && ifNoneMatch.split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim()))
}
