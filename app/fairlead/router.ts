// The router of the application, its document and its layout.

export { createAppRouter } from '#fairlead/navigation/router.tsx'
export { routerDocument } from '#fairlead/server/render/router-document.ts'
export { documentOptions, type RouterContext } from '#fairlead/root/document.tsx'
export { localeOptions } from '#fairlead/root/locale-layout.tsx'
