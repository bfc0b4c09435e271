// Environment variables of the application that the browser may know.

import type { AppVariables } from '#fairlead/platform/app-types.ts'
import type { PublicEnv } from '#fairlead/platform/own-variables.ts'
import { publicEnvText } from '#fairlead/platform/public-env-meta.ts'

type Values = PublicEnv<AppVariables>

let values: Values | undefined

/**
 * The environment variables that `app/env.server.ts` declares as `public`, on the server and in the browser. Their
 * values come with the document, so that a new value needs a restart and no build.
 *
 *     <img src={`${publicEnv.GAUGE_MAP}/tiles/1.png`} alt="" />
 *
 * Reading one throws as `readEnv` does.
 */
export const publicEnv: PublicEnv<AppVariables> = new Proxy(Object.create(null) as Values, {
  get: (_, name) => Reflect.get((values ??= JSON.parse(publicEnvText()) as Values), name) as unknown,
})
