// Images that the server draws, such as those of previews.

export { IMAGE, imageResponse, isDrawable } from '#fairlead/images/image-response.server.ts'
