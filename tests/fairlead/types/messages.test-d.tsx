import { useTranslations } from 'use-intl'
import { loadMessages } from '#fairlead/messages/messages.ts'
import { getTranslations } from '#fairlead/messages/get-translations.server.ts'

/** Messages are typed by the default language. */
export function Texts() {
  const t = useTranslations('shell')
  return (
    <p>
      {t('skip')}
      {/* @ts-expect-error -- no such message */}
      {t('skipped')}
      {/* @ts-expect-error -- messages are compiled, so none is raw */}
      {t.raw('skip')}
    </p>
  )
}

/** On the server as in components. */
export async function serverTexts() {
  const t = await getTranslations('en', 'notices')
  const { shell, notices } = await loadMessages(['shell', 'notices'], 'en')
  return [
    t('signInTooMany', { seconds: 37 }),
    // @ts-expect-error -- the message has an argument
    t('signInTooMany'),
    // @ts-expect-error -- no such message
    t('skip'),
    // @ts-expect-error -- no such namespace
    await getTranslations('en', 'none'),
    // @ts-expect-error -- no such language
    await getTranslations('xx', 'notices'),
    shell.skip,
    notices.signedOut,
    // @ts-expect-error -- no such namespace
    await loadMessages(['shell', 'none'], 'en'),
  ]
}
