import { useSyncExternalStore } from 'react'
import { outdatedNotice } from '#app/navigation/loading/notices.ts'

/** Where a visitor whose tab is older than the server is told so, and offered a reload. */
export function Outdated({ explain, reload }: { explain: string; reload: string }) {
  const Notice = useSyncExternalStore(outdatedNotice.subscribe, outdatedNotice.get, outdatedNotice.get)
  return Notice && <Notice explain={explain} reload={reload} />
}
