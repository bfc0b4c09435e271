import { routePath } from '#fairlead/navigation/routing-table/parse/route-path.ts'

// @ts-expect-error the catch-all is missing
export const incomplete = () => routePath('/handbook/$')

// @ts-expect-error no such param
export const unknown = () => routePath('/handbook/$', { id: 'a' })
