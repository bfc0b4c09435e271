// Images of the project, in several formats and widths.

export { Image } from '#fairlead/images/image.tsx'
