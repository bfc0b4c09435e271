import { createFileRoute } from '@tanstack/react-router'
import { holeOfOtherPermission, holeOfSession } from '#app/log/holes.functions.ts'
import { inList, ofPermission } from '#app/log/sound.functions.ts'
import { requireSession } from 'fairlead/sessions'

export const Route = createFileRoute('/{-$locale}/log/edit')({
  beforeLoad: requireSession('/{-$locale}/sign-in', 'log.edit'),
  loader: async () => [await holeOfOtherPermission(), await ofPermission(), await inList()],
  head: () => ({ meta: [{ title: 'Edit' }] }),
  component: () => <button onClick={() => void holeOfSession()}>Close</button>,
})
