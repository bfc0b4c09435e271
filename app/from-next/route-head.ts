import { runsHere } from '#app/from-next/find-all.ts'
import type { Segment } from '#app/from-next/conventions.ts'
import { code, markComment, type RouteFile } from '#app/from-next/route-file.ts'
import { otherMetadata } from '#app/from-next/route-metadata.ts'
import type { RouteNode } from '#app/from-next/route-nodes.ts'
import type { Placed, RouteContext } from '#app/from-next/route-options.ts'

type Metadata = { title?: unknown; description?: unknown }

const metadataOf = ({ facts }: Placed) => facts.exports.find(({ name }) => name === 'metadata')

const staticMetadata = (module: Placed) => (metadataOf(module)?.value?.value ?? {}) as Metadata

/** Returns the template for the titles of pages below a folder's layouts: `%s | Site`. */
export function titleTemplate(segments: readonly Segment[], nodes: RouteContext['nodes']): string {
  for (let length = segments.length - 1; length >= 0; length -= 1) {
    const layout = nodes.get(segments.slice(0, length).join('/'))?.files.get('layout')
    const title = layout && staticMetadata(layout).title
    if (typeof title !== 'object' || title === null || !('template' in title)) continue
    if (typeof title.template === 'string') return title.template
  }
  return '%s'
}

function titleOf(module: Placed, segments: readonly Segment[], nodes: RouteContext['nodes']): string | undefined {
  const { title } = staticMetadata(module)
  if (typeof title === 'string') return titleTemplate(segments, nodes).replaceAll('%s', () => title)
  if (typeof title !== 'object' || title === null) return undefined
  const { absolute, default: plain } = title as { absolute?: unknown; default?: unknown }
  return [absolute, plain].find((text) => typeof text === 'string')
}

/** Adds the title and the description, as Next.js shows them; returns the title. */
export function addHead(
  file: RouteFile,
  module: Placed,
  { segments }: RouteNode,
  { nodes, plan }: RouteContext,
): string | undefined {
  const { path, facts } = module
  const metadata = metadataOf(module)
  const { description } = staticMetadata(module)
  const text = titleOf(module, segments, nodes)
  const hasDescription = typeof description === 'string'
  if (text !== undefined || hasDescription) {
    file.import('#app/metadata/page-meta.ts', 'pageMeta')
    const title = text === undefined ? '' : `{ title: ${code(text)} }, `
    const rest = `...pageMeta(context${hasDescription ? `, undefined, ${code(description)}` : ''})`
    file.options.push(`  head: (context) => ({ meta: [${title}${rest}] }),`)
  }
  const others = otherMetadata(metadata?.value?.value)
  if (metadata && others.length > 0)
    file.options.push(`  ${markComment(path, metadata.line, `add to head: ${others.join(', ')}`)}`)
  const isLoaded = plan.modules.get(path)?.loadsMetadata === true && runsHere(module, plan)
  const computed =
    facts.exports.find(({ name }) => name === 'generateMetadata' && !isLoaded) ??
    (metadata && !metadata.value ? metadata : undefined)
  if (computed) file.options.push(`  ${markComment(path, computed.line, 'write head, from the data of the loader')}`)
  return text
}
