import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Recipe } from '#app/stack/recipe.tsx'
import { Image } from 'fairlead/images'
import { shout } from 'harbour-text'

export const Route = createFileRoute('/{-$locale}/stack/remote')({
  staticData: { csp: { fetch: [import.meta.env.VITE_SOCKET as string], images: ['https://images.ctfassets.net'] } },
  component: Remote,
})

/** A WebSocket, an image of a CMS, and a package of the workspace. */
function Remote() {
  const [out, setOut] = useState('')
  const image = useRef<HTMLImageElement>(null)
  const go = () => {
    const socket = new WebSocket(import.meta.env.VITE_SOCKET as string)
    socket.onopen = () => socket.send(shout('ahoy'))
    socket.onmessage = ({ data }) => setOut(`${data} ${image.current?.naturalWidth} ${image.current?.currentSrc}`)
  }
  return (
    <Recipe go={go}>
      <Image src="https://images.ctfassets.net/harbour.png" width={400} height={300} alt="" ref={image} />
      {out}
    </Recipe>
  )
}
