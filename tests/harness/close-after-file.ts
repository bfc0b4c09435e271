/** Resources that the present test file shares between its tests. */
let open: (() => Promise<unknown>)[] = []

/** Registers what closes a thing that the tests of a file share, for the end of that file. */
export function closeAfterFile(close: () => Promise<unknown>): void {
  open.push(close)
}

/** Closes everything that was registered. */
export async function closeAll(): Promise<void> {
  const closing = open
  open = []
  for (const close of closing) await close()
}
