import { describe, expect, it } from 'vitest'
import { appConvention, pagesConvention } from '#app/from-next/addresses.ts'

const app = appConvention

describe('files of the App Router', () => {
  it.each([
    ['page.tsx', 'page', ''],
    ['about/page.js', 'page', 'about'],
    ['blog/[slug]/page.tsx', 'page', 'blog/$slug'],
    ['blog/[post-id]/page.tsx', 'page', 'blog/$postId'],
    ['shop/[...path]/page.tsx', 'page', 'shop/$'],
    ['shop/[[...path]]/page.tsx', 'page', 'shop/$'],
    ['(login)/sign-in/page.tsx', 'page', '(login)/sign-in'],
    ['[locale]/about/page.tsx', 'page', 'about'],
    ['feed.xml/route.ts', 'route', 'feed[.]xml'],
    ['%5Fadmin/page.tsx', 'page', '[_]admin'],
    ['blog/loading.tsx', 'loading', 'blog'],
    ['icon1.tsx', 'icon', ''],
  ])('%s is a %s at %s', (path, name, segments) => {
    const convention = app(path)
    expect(convention?.name).toBe(name)
    expect(convention?.segments.join('/')).toBe(segments)
  })

  it.each(['button.tsx', '_lib/page.tsx', 'blog/_ui/page.tsx', 'page.module.css'])('%s is none', (path) => {
    expect(app(path)).toBeUndefined()
  })

  it.each([
    ['@modal/(.)photos/[id]/page.tsx', [], ['photos', '$id']],
    ['feed/@modal/(..)photos/[id]/page.tsx', ['feed'], ['photos', '$id']],
    ['a/b/@modal/(..)(..)photos/page.tsx', ['a', 'b'], ['photos']],
    ['a/b/(...)photos/page.tsx', ['a', 'b'], ['photos']],
  ])('%s intercepts in %j and leads to %j', (path, base, target) => {
    expect(app(path)).toMatchObject({ interceptsIn: base, segments: target })
  })

  it('knows a catch-all that may be empty, and slots', () => {
    expect(app('[[...path]]/page.tsx')?.catchAll).toBe('optional')
    expect(app('[...path]/page.tsx')).toMatchObject({ catchAll: 'required', params: [{ from: 'path', to: '_splat' }] })
    expect(app('@team/page.tsx')?.slot).toBe('team')
  })
})

describe('files of the Pages Router', () => {
  it.each([
    ['index.tsx', 'page', ''],
    ['about.js', 'page', 'about'],
    ['blog/index.tsx', 'page', 'blog'],
    ['blog/[slug].tsx', 'page', 'blog/$slug'],
    ['docs/[[...path]].tsx', 'page', 'docs/$'],
    ['api/users/[id].ts', 'api', 'api/users/$id'],
    ['_app.tsx', '_app', ''],
    ['404.tsx', '404', ''],
  ])('%s is a %s at %s', (path, name, segments) => {
    const convention = pagesConvention(path)
    expect(convention?.name).toBe(name)
    expect(convention?.segments.join('/')).toBe(segments)
  })
})
