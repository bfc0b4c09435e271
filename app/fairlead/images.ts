export { Image } from '#fairlead/images/image.tsx'
