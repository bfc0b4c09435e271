import Link from 'next/link'

export default function Page() {
  return (
    <main>
      <h1>Old two</h1>
      <Link href="/">Home</Link>
    </main>
  )
}
