// The type of `app/site.ts`.

export { type Site } from '#fairlead/platform/check-site.ts'
