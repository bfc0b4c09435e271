import { connection } from 'next/server'

/**
 * Makes a page of what is rendered for each request. The peers with Cache Components replace this file.
 * https://nextjs.org/docs/app/api-reference/functions/connection
 */
export const perRequest = (render) =>
  async function Page({ params }) {
    await connection()
    return render(await params)
  }
