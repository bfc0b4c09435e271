/** Returns the names of metadata that the command does not write. */
export function otherMetadata(metadata: unknown): string[] {
  return Object.keys(metadata ?? {}).filter((name) => !/^(title|description)$/.test(name))
}
