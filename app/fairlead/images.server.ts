export { IMAGE, imageResponse, isDrawable } from '#fairlead/images/image-response.server.ts'
