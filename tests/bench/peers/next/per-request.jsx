import { connection } from 'next/server'

/** Makes a page of what is rendered for each request. The peer with Cache Components replaces this file. */
export const perRequest = (render) =>
  async function Page({ params }) {
    await connection()
    return render(await params)
  }
