import { type AnyRoute, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { pageMeta } from '#fairlead/metadata/page-meta.ts'
import { staticPaths } from '#fairlead/navigation/locale/sitemap.ts'

const tag = (content: string) => ({ name: 'robots', content })
const HEADS: Record<string, (context: { loaderData: { title: string } }) => object> = {
  listed: () => ({ meta: [{ title: 'Listed' }] }),
  hidden: (context) => ({ meta: [...pageMeta(context as never, 'Hidden'), tag('noindex, nofollow')] }),
  none: () => ({ meta: [tag('none')] }),
  unfollowed: () => ({ meta: [tag('nofollow')] }),
  'with-data': ({ loaderData }) => ({ meta: [{ title: loaderData.title }] }),
  'later-with-data': async ({ loaderData }) => Promise.resolve({ meta: [{ title: loaderData.title }] }),
}

it.each([
  ['below the languages', '/{-$locale}'],
  ['at the root', undefined],
])(
  'the sitemap leaves out pages that say noindex or are below one that does, %s; a head may need data',
  (_, prefix) => {
    const root = createRootRoute()
    const languages = prefix && (createRoute({ getParentRoute: () => root, path: prefix } as never) as AnyRoute)
    const page = (path: string, head?: object, parent: object = languages || root) =>
      createRoute({ getParentRoute: () => parent, path, head, component: () => null } as never) as AnyRoute
    const folder = page('/desk', () => ({ meta: [tag('noindex')] }))
    const below = [page('/inner', undefined, folder), page('/open', () => ({ meta: [tag('index')] }), folder)]
    const pages = Object.entries(HEADS).map(([name, head]) => page(`/${name}`, head))
    const all = [...pages, folder.addChildren(below as never)] as never
    const tree = languages ? root.addChildren([languages.addChildren(all)] as never) : root.addChildren(all)
    const router = createRouter({ routeTree: tree as unknown as AnyRoute })
    expect(staticPaths(router).toSorted()).toEqual([
      '/desk/open',
      '/later-with-data',
      '/listed',
      '/unfollowed',
      '/with-data',
    ])
  },
)
