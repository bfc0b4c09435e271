import type { Page } from '#app/handbook/page.ts'
import { getDirection } from 'fairlead/locale'
import { IMAGE, isDrawable } from 'fairlead/images.server'
import { siteName, themeColors } from '#app/site.ts'

const INK = '#10233f'
const MAGENTA = '#a3116b'
const WATER = '#dbe9f0'

/** The logo, as in `app/fairlead/navigation/loading/logo.tsx`. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none" stroke-width="1.6" stroke-linecap="round">
  <path stroke="${MAGENTA}" d="M-8 26C4 26 8 16 16 16"/>
  <circle stroke="${INK}" cx="16" cy="16" r="9.5"/>
  <path stroke="${MAGENTA}" d="M16 16c7 0 8-6.5 24-6.5"/>
</svg>`

/** Longest texts, in characters; the rest is cut, with an ellipsis. */
const LIMITS = { title: 80, summary: 180 }

/** Vowel marks of Arabic. The renderer puts them in wrong places, and readers do without them. */
const VOWEL_MARKS = /[\u064b-\u0652]/g

function cut(text: string, length: number): string {
  const plain = text.replace(VOWEL_MARKS, '')
  return plain.length > length ? `${plain.slice(0, length - 1).trimEnd()}…` : plain
}

/** The image of a page. It leaves out texts that cannot be drawn, such as Japanese ones. For `imageResponse`. */
export function PageImage({ title, summary, lang }: Pick<Page, 'title' | 'summary' | 'lang'>) {
  const texts = isDrawable(title + summary) ? { title, summary } : { title: siteName, summary: '' }
  const { width, height } = IMAGE
  const column = { display: 'flex', flexDirection: 'column' } as const
  return (
    <div
      dir={getDirection(lang)}
      style={{ display: 'flex', width, height, background: themeColors.light, color: INK, fontFamily: 'IBM Plex Sans' }}
    >
      <div style={{ ...column, justifyContent: 'space-between', width: 820, padding: '64px 48px 56px 72px' }}>
        <div style={{ display: 'flex', fontSize: 32, color: MAGENTA }}>{siteName}</div>
        <div style={{ ...column, gap: 28 }}>
          <div style={{ fontSize: 68, fontWeight: 600, lineHeight: 1.1 }}>{cut(texts.title, LIMITS.title)}</div>
          <div style={{ fontSize: 32, lineHeight: 1.35 }}>{cut(texts.summary, LIMITS.summary)}</div>
        </div>
      </div>
      <div style={{ display: 'flex', alignItems: 'center', width: 380, background: WATER }}>
        <img width={380} height={380} src={`data:image/svg+xml;base64,${btoa(LOGO)}`} alt="" />
      </div>
    </div>
  )
}
