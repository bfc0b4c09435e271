import { useSyncExternalStore } from 'react'
import { type NoticeTexts, outdatedNotice } from '#app/navigation/loading/notices.ts'

/** Where a visitor whose tab is older than the server is told so, and offered a reload. */
export function Outdated(texts: NoticeTexts) {
  const draw = useSyncExternalStore(outdatedNotice.subscribe, outdatedNotice.get, outdatedNotice.get)
  return draw?.(texts)
}
