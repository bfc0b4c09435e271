/** Resources that the present test file shares between its tests. */
let open: (() => Promise<unknown>)[] = []

/** Registers a function that closes a resource of several tests, at the end of their file. */
export function closeAfterFile(close: () => Promise<unknown>): void {
  open.push(close)
}

/** Closes all registered resources. */
export async function closeAll(): Promise<void> {
  const closing = open
  open = []
  for (const close of closing) await close()
}
