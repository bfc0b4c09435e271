import { useSyncExternalStore } from 'react'
import { type NoticeTexts, versionSkewNotice } from '#app/navigation/loading/navigation-signals.ts'

/** Renders the version-skew notice once the engine has set it. */
export function LazyVersionSkewNotice(texts: NoticeTexts) {
  const render = useSyncExternalStore(versionSkewNotice.subscribe, versionSkewNotice.get, versionSkewNotice.get)
  return render?.(texts)
}
