/** Returns what stands elsewhere than it should in the age charts of the page that evaluates it; for any engine. */
export function chartFaults(): string[] {
  const faults: string[] = []
  const place = (element: Element) => element.getBoundingClientRect()
  const expectNear = (what: string, at: number, wanted: number, tolerance = 2) => {
    if (Math.abs(at - wanted) > tolerance)
      faults.push(`${what} is at ${Math.round(at)} px, not at ${Math.round(wanted)} px`)
  }
  for (const list of document.querySelectorAll('ol:has(> li):has(+ svg pattern)')) {
    const [water, axis, legend] = ['svg', 'svg + svg', 'dl'].map((path) =>
      list.parentElement?.querySelector(`:scope > ${path}`),
    )
    if (!water || !axis || !legend) return ['a chart without water, axis or legend']
    const { left, right, bottom } = place(water)
    const toLeft = getComputedStyle(list).direction === 'rtl'
    expectNear('the upper end of the water', place(water).top, place(list).top)
    expectNear('the lower end of the water', bottom, place(list).bottom)
    if (bottom > place(legend).top) faults.push('the water covers the legend')
    // A figure is at the start of its segment, the last one at the end of the one before.
    let end = 0
    for (const [index, tick] of [...axis.querySelectorAll('g')].entries()) {
      const [figure, segment] = [tick.querySelector('text'), tick.querySelector('rect')]
      const start = segment ? place(segment)[toLeft ? 'right' : 'left'] : end
      if (segment) end = place(segment)[toLeft ? 'left' : 'right']
      if (!figure || getComputedStyle(figure).display === 'none') continue
      const text = place(figure)
      const at = index > 0 ? (text.left + text.right) / 2 : text[toLeft ? 'right' : 'left']
      // The box of a slanted text ends 7 px behind it in Firefox.
      expectNear(`the figure ${figure.textContent}`, at, start, 8)
    }
    for (const row of list.querySelectorAll(':scope > li > svg')) {
      expectNear('the start of a row', place(row).left, left)
      expectNear('the end of a row', place(row).right, right)
      // What is in an <svg> without a height is not drawn.
      const item = place(row.parentElement ?? row)
      expectNear('the middle of a row', place(row).top + place(row).height / 2, item.top + item.height / 2)
      if (place(row).height < 1) faults.push('a row without a height')
      const [mark, age] = [...row.querySelectorAll('text')].map(place)
      // The age is behind its mark, which moves outwards.
      if (mark && age && (toLeft ? age.right > mark.left : age.left < mark.right)) faults.push('an age before its mark')
    }
  }
  return faults
}
