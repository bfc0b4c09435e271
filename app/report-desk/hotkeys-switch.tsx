import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { areHotkeysOn, setHotkeys, subscribeToHotkeys } from '#app/report-desk/hotkeys-setting.ts'

/** The switch that turns single keys off, for this list and for the pages of reports. */
export function HotkeysSwitch() {
  const t = useTranslations('reports.list.keys')
  const isOn = useSyncExternalStore(subscribeToHotkeys, areHotkeysOn, () => true)
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ target }) => setHotkeys(target.checked)} /> {t('use')}
    </label>
  )
}
