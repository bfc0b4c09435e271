import { type EventEmitter, on } from 'node:events'

/** vinxi to Vite's half of a build: this build has the folder for itself. */
export const BEGIN = 'begin'

/** Vite's half to vinxi: its files are written. */
export const BUILT = 'built'

/** Variable of vinxi's process under `npm run build`, which has started Vite's half and passes messages on. */
export const VITE_STARTED = 'FAIRLEAD_VITE_STARTED'

/** Resolves when a process sends a message. In watch mode Node sends others. */
export async function received(sender: EventEmitter, message: string): Promise<void> {
  for await (const [sent] of on(sender, 'message')) if (sent === message) return
}
