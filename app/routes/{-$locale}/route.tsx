import { createFileRoute } from '@tanstack/react-router'
import { localeOptions } from 'fairlead/router'
import arabic from 'fairlead/styles/fonts-arabic.css?url'
import { Shell } from '#app/shell/shell.tsx'

export const Route = createFileRoute('/{-$locale}')({
  ...localeOptions({ shell: Shell, styles: { ar: [arabic] } }),
  // Every page needs the shell, so a separate chunk would only cost a request.
  codeSplitGroupings: [],
})
