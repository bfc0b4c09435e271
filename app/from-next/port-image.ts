import type { ESTree } from 'vite'
import type { Edit } from '#app/from-next/edits.ts'
import type { ElementFact, ModuleFacts } from '#app/from-next/read-module.ts'

/** Props of the image component of Next.js that have no counterpart. */
const REMOVED = /^(preload|fill|quality|placeholder|blurDataURL|unoptimized|loader|overrideSrc|priority)$/

/** Files that the build makes in other formats and widths. */
const PICTURE = /\.(png|jpe?g|webp|avif)$/

/** The element that takes the place of an image: an `Image`, an `<img>` that fills its place, or an `<img>` to look at. */
export type ImagePort = 'picture' | 'image' | 'fill' | 'img'

const nameOf = (node: ESTree.JSXAttributeItem) =>
  node.type === 'JSXAttribute' && node.name.type === 'JSXIdentifier' ? node.name.name : undefined

/** Returns the imports of image files: the path of each by its name here. */
function pictureImports({ imports }: ModuleFacts): Map<string, string> {
  return new Map(
    imports.flatMap(({ source, names }) =>
      names.flatMap(({ imported, local }) =>
        imported === 'default' && PICTURE.test(source) ? [[local, source] as const] : [],
      ),
    ),
  )
}

/** Decides what an image becomes. Pure. */
export function imagePort({ node }: Pick<ElementFact, 'node'>, facts: ModuleFacts): ImagePort {
  const props = new Map(node.attributes.map((attribute) => [nameOf(attribute), attribute]))
  const src = props.get('src')
  // A spread may have any of them.
  if (props.has(undefined) || src?.type !== 'JSXAttribute') return 'img'
  if (props.has('fill')) return props.has('style') ? 'img' : 'fill'
  const { value } = src
  const expression = value?.type === 'JSXExpressionContainer' ? value.expression : undefined
  if (expression?.type === 'Identifier' && pictureImports(facts).has(expression.name)) return 'picture'
  return props.has('width') && props.has('height') ? 'image' : 'img'
}

/** Returns the names of images that are only the `src` of pictures: they can be imported as such. */
export function pictureNames(facts: ModuleFacts): Set<string> {
  const found = new Set<string>()
  for (const element of facts.elements) {
    if (element.name !== 'next/image#default' || imagePort(element, facts) !== 'picture') continue
    for (const attribute of element.node.attributes) {
      const value = nameOf(attribute) === 'src' && attribute.type === 'JSXAttribute' ? attribute.value : null
      if (value?.type === 'JSXExpressionContainer' && value.expression.type === 'Identifier')
        found.add(value.expression.name)
    }
  }
  return found
}

/** Returns the edits of an image's props. */
export function imageEdits({ node }: ElementFact, port: ImagePort): Edit[] {
  return node.attributes.flatMap((attribute): Edit[] => {
    const { start, end } = attribute
    const name = nameOf(attribute) ?? ''
    const isOurs = port === 'picture' || port === 'image'
    if (!REMOVED.test(name)) return []
    if (name === 'fill' && port === 'fill')
      return [{ start, end, text: "style={{ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%' }}" }]
    if (isOurs && /^(priority|preload)$/.test(name))
      return name === 'priority' ? [] : [{ start, end, text: 'priority' }]
    return [{ start, end, text: '' }]
  })
}
