import { revalidatePath } from 'next/cache'
import { aged } from '../../shared/data.js'

export const dynamic = 'force-dynamic'

/** Says how often this process has rendered the page. */
export function GET() {
  return Response.json({ renders: aged().renders })
}

/** Has the page rendered again. */
export function POST() {
  revalidatePath('/en/aged')
  return Response.json({})
}
