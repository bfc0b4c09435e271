import { useTranslations } from 'use-intl'
import { visitorQuery } from '#app/lab/cached-pages.ts'
import { defineVisitorPart } from '#app/navigation/per-visitor.tsx'

/** The name of the visitor, in pages that all visitors share. */
export default defineVisitorPart({
  name: 'lab-signed-in-as',
  query: () => visitorQuery,
  component: SignedInAs,
  messages: 'lab',
})

function SignedInAs({ data: { name } }: { data: { name: string | null } }) {
  const t = useTranslations('lab.kept')
  return name === null ? t('signedOut') : t('signedIn', { name })
}
