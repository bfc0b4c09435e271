import { createFileRoute, type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { pageMeta } from 'fairlead/metadata'
import { Link, Slot, type SlotPageProps } from 'fairlead/navigation'

export const Route = createFileRoute('/{-$locale}/board')({
  head: (head) => ({ meta: pageMeta(head, 'Board') }),
  component: Board,
})

function Board() {
  return (
    <>
      <h1>Board</h1>
      <nav aria-label="Board">
        <Link to="/{-$locale}/board/mail/$id" params={(before) => ({ ...before, id: '1' })}>
          Mail 1
        </Link>{' '}
        <Link to="/{-$locale}/board/mail/$id" params={(before) => ({ ...before, id: '2' })}>
          Mail 2
        </Link>{' '}
        <Link to="/{-$locale}/board/chat/$room" params={(before) => ({ ...before, room: 'deck' })}>
          Chat deck
        </Link>{' '}
        <Link to="/{-$locale}/board/settings">Settings</Link>
      </nav>
      <section data-testid="mail">
        <Slot name="mail" pages={{ '/{-$locale}/board/mail/$id': Mail }} default={<p>No mail</p>} />
      </section>
      <section data-testid="chat">
        <Slot
          name="chat"
          pages={{ '/{-$locale}/board/chat/$room': Chat }}
          default={<p>No chat</p>}
          errorComponent={ChatFailed}
        />
      </section>
      <section data-testid="outlet">
        <Outlet />
      </section>
    </>
  )
}

function Mail({ params }: SlotPageProps) {
  if (params.id === '13') throw new Error('This mail cannot be shown.')
  return <p>Mail {params.id}</p>
}

function Chat({ params }: SlotPageProps) {
  const [text, setText] = useState('')
  if (params.room === 'wreck') throw new Error('This room has sunk.')
  return (
    <label>
      Chat {params.room} <input value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  )
}

function ChatFailed({ error }: ErrorComponentProps) {
  return <p role="alert">No chat: {error instanceof Error && error.message}</p>
}
