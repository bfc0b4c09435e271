import { withBasePath } from '#fairlead/platform/base-path.ts'
import { defaultLocale, getDirection } from '#fairlead/navigation/locale/locale.ts'
import { manifest, siteName, texts, themeColors } from 'virtual:app/site'

/** Icons in `public/`. A maskable one may be cut to a circle. */
const ICONS = [
  { src: withBasePath('/icon-192.png'), sizes: '192x192', type: 'image/png' },
  { src: withBasePath('/icon-512.png'), sizes: '512x512', type: 'image/png' },
  { src: withBasePath('/icon-maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** Writes the manifest in the default language: an installed application has one name for all pages. */
export function writeManifest(): string {
  return JSON.stringify({
    id: withBasePath('/'),
    name: siteName,
    description: texts.description,
    lang: defaultLocale,
    dir: getDirection(defaultLocale),
    start_url: withBasePath('/'),
    theme_color: themeColors.light,
    background_color: themeColors.light,
    icons: ICONS,
    ...manifest,
  })
}
