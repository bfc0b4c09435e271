import { cookies } from 'next/headers'

export default async function Page() {
  const name = (await cookies()).get('name')?.value
  return <h1>Members: {name}</h1>
}
