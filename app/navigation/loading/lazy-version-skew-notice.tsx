import { useSyncExternalStore } from 'react'
import { type NoticeTexts, versionSkewNotice } from '#app/navigation/loading/navigation-signals.ts'

/** Where a visitor whose tab is older than the server is told so, and offered a reload. */
export function LazyVersionSkewNotice(texts: NoticeTexts) {
  const draw = useSyncExternalStore(versionSkewNotice.subscribe, versionSkewNotice.get, versionSkewNotice.get)
  return draw?.(texts)
}
