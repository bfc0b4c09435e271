// The path is that of this project's file from here, and from the folder of the copy that is built.
export * from '../../../application/app/site.ts'

export const basePath = '/app'
