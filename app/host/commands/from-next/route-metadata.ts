/** Returns the names of metadata that the command does not write. */
export function otherMetadata(metadata: unknown): string[] {
  return Object.keys((metadata ?? {}) as object).filter((name) => !/^(title|description)$/.test(name))
}
