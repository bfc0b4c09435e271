import { createFileRoute } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import * as table from '@tanstack/react-table'
import { Recipe } from '#app/stack/recipe.tsx'

export const Route = createFileRoute('/{-$locale}/stack/table')({ component: Table })

function Table() {
  const parent = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({ count: 1000, getScrollElement: () => parent.current, estimateSize: () => 20 })
  return (
    <Recipe go={() => rows.scrollToIndex(500)}>
      {Object.keys(table).length > 5 && 'table '}
      <div ref={parent} style={{ height: 100, overflow: 'auto' }}>
        <div style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index }) => (
            <p key={index} style={{ margin: 0, height: 20 }}>
              row {index}
            </p>
          ))}
        </div>
      </div>
    </Recipe>
  )
}
