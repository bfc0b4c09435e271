import { queryOptions } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { defineVisitorPart } from 'fairlead/navigation'

/** The query of the visitor's part. No loader reads it, so that the cached page is the same for everybody. */
export const visitorQuery = queryOptions({
  queryKey: ['lab', 'visitor'],
  queryFn: async ({ signal }) => (await import('#app/lab/cached-pages.functions.ts')).readVisitor({ signal }),
})

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
