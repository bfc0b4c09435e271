// Images that the server draws, such as previews.

export { IMAGE, imageResponse, isDrawable } from '#fairlead/images/image-response.server.ts'
