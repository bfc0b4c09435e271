/** Limits of what the command reads, writes and asks. */
export const LIMITS = {
  /** Files and folders of an application, without those that are never read. */
  entries: 10_000,
  /** A larger file is reported and not read. */
  fileBytes: 1_000_000,
  /** Bytes of `public` that are copied. */
  publicBytes: 200_000_000,
  /** Brackets within brackets. The parser's own stack ends at a few thousand. */
  nesting: 500,
  /** Time that `next.config` may take, with `--config`. */
  configMs: 10_000,
  /** Characters of what `next.config` returns. */
  configChars: 1_000_000,
  /** URLs that are compared. */
  urls: 500,
  /** Time that a server may take to respond. */
  requestMs: 10_000,
  /** Pages whose links are clicked, links of each, and time that a click may take. */
  clickPages: 20,
  clickLinks: 10,
  clickMs: 5_000,
  /** Characters of a page that are read. */
  pageChars: 1_000_000,
} as const
