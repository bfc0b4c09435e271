import { createFileRoute } from '@tanstack/react-router'
import { createElement } from 'react'
import { imageResponse } from 'fairlead/images.server'

const NAMES = new Set(['tide', 'wave'])

export const Route = createFileRoute('/{-$locale}/card/$name')({
  server: {
    handlers: {
      GET: ({ request, params: { name } }) => {
        if (!NAMES.has(name)) return new Response('Not Found\n', { status: 404 })
        return imageResponse(request, ['card', name], () =>
          createElement('div', { style: { display: 'flex', fontSize: 120, background: '#ffffff' } }, name),
        )
      },
    },
  },
})
