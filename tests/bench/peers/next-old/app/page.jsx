import Link from 'next/link'

export default function Page() {
  return (
    <main>
      <h1>Old home</h1>
      <Link href="/two">Two</Link>
    </main>
  )
}
