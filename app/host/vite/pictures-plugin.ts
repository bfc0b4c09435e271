import type { PluginOption } from 'vite'
import { imagetools } from 'vite-imagetools'

/** Formats and widths of an image that is imported with `?picture`; a wider one than the image is not made. */
const PICTURE = { format: 'avif;webp', w: '480;960;1440', withoutEnlargement: '', as: 'picture' }

/** Makes the images that are imported with `?picture`, see app/ui/image.tsx. An image without a query is a file like others. */
export function picturesPlugin(): PluginOption {
  return imagetools({
    include: /^[^?]+\.(?:avif|gif|heif|jpe?g|png|tiff|webp)\?/,
    defaultDirectives: ({ searchParams }) => new URLSearchParams(searchParams.has('picture') ? PICTURE : {}),
  })
}
