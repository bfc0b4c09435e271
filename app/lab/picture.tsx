import styles from '#app/lab/photos.module.css'

/** Returns a generator of numbers in [0, 1) that is seeded by a text. */
function numbersFrom(text: string): () => number {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}

const round = (value: number) => Math.round(value * 10) / 10

/** Returns the corners of a closed coast around a point. */
function island(next: () => number, x: number, y: number): number[][] {
  const phase = next() * Math.PI
  return Array.from({ length: 9 }, (_, index) => {
    const angle = phase + (index / 9) * 2 * Math.PI
    const reach = 10 + next() * 15
    return [x + Math.cos(angle) * reach * 1.4, y + Math.sin(angle) * reach]
  })
}

/** Returns the path of the coast, or of a depth contour at some distance from it. */
function outline(points: number[][], x: number, y: number, scale: number): string {
  const far = points.map(([px = 0, py = 0]) => [x + (px - x) * scale, y + (py - y) * scale])
  const between = far.map(([px = 0, py = 0], index) => {
    const [qx = 0, qy = 0] = far[(index + 1) % far.length] ?? []
    return `${round(px)} ${round(py)} ${round((px + qx) / 2)} ${round((py + qy) / 2)}`
  })
  const [last = ''] = between.slice(-1)
  return `M${last.split(' ').slice(2).join(' ')}Q${between.join('Q')}Z`
}

/** A picture of the lab: a chart of imaginary waters, generated from its id. */
export function Picture({ id, label }: { id: string; label?: string }) {
  const next = numbersFrom(`fairlead ${id}`)
  const islands = Array.from({ length: 2 + Math.floor(next() * 2) }, (_, index) => {
    const [x, y] = [30 + index * 45 + next() * 25, 28 + next() * 44]
    return { x, y, points: island(next, x, y) }
  })
  const soundings = Array.from({ length: 9 }, () => [next() * 150 + 5, next() * 86 + 10, Math.ceil(next() * 48)])
  const course = `M${round(next() * 40)} 100L${round(40 + next() * 80)} ${round(20 + next() * 60)}L160 ${round(next() * 100)}`
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 160 100"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      data-picture={id}
    >
      <rect width="160" height="100" className={styles.deep} />
      {[2.1, 1.5].map((scale) =>
        islands.map(({ x, y, points }) => (
          <path
            key={`${scale} ${x}`}
            d={outline(points, x, y, scale)}
            className={scale > 2 ? styles.shoal : styles.bank}
          />
        )),
      )}
      {soundings.map(([x = 0, y = 0, depth]) => (
        <text key={x} x={round(x)} y={round(y)}>
          {depth}
        </text>
      ))}
      {islands.map(({ x, y, points }) => (
        <path key={x} d={outline(points, x, y, 1)} className={styles.land} />
      ))}
      <path d={course} className={styles.course} />
    </svg>
  )
}
