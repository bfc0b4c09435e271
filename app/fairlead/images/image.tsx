import { Image as RemoteImage } from '@unpic/react'
import type { ImgHTMLAttributes } from 'react'

/** An image of the project in the formats and widths of the build: `import photo from './photo.jpg?picture'`. */
export type BuiltPicture = {
  /** `srcset` by format, in the order of preference. */
  readonly sources: Readonly<Record<string, string>>
  readonly img: { readonly src: string; readonly w: number; readonly h: number }
}

type Common = Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'srcSet' | 'width' | 'height' | 'alt'> & {
  alt: string
  /** Loads it at once, for an image that is in view when the page opens. All others load when they come near. */
  priority?: boolean
}

/** The size of a built picture is known. A remote image needs it, so that nothing shifts when it arrives. */
export type ImageProps = Common &
  ({ src: BuiltPicture; width?: number; height?: number } | { src: string; width: number; height: number })

/**
 * An image that is as wide as its place, up to its own width, and that keeps its place free. A remote one gets its sizes
 * from its host where that is an image service; its host has to be in `contentSources` of `app/site.ts`.
 */
export function Image({ src, width, height, priority = false, ...rest }: ImageProps) {
  if (typeof src === 'string') {
    return <RemoteImage {...rest} src={src} width={width ?? 0} height={height ?? 0} priority={priority} />
  }
  const { sources, img } = src
  const { sizes = `(min-width: ${img.w}px) ${img.w}px, 100vw`, style, alt, ...attributes } = rest
  return (
    <picture>
      {Object.entries(sources).map(([format, srcSet]) => (
        <source key={format} type={`image/${format}`} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        {...attributes}
        src={img.src}
        alt={alt}
        width={width ?? img.w}
        height={height ?? img.h}
        style={{ maxInlineSize: '100%', blockSize: 'auto', ...style }}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}
