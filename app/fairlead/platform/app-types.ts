import type { OwnVariables } from '#fairlead/platform/own-variables.ts'
import type { Site } from '#fairlead/platform/check-site.ts'
import type { Register } from '#fairlead/platform/register.ts'

type AnyRouting = {
  readonly locales: readonly string[]
  readonly prefixes: readonly string[]
  readonly defaultLocale: string
}

/** The routing table of the application, with its languages as literal types. */
export type AppRouting = Register extends { routing: infer R extends AnyRouting } ? R : AnyRouting

/** The texts of `app/site.ts`, which are also messages. */
export type AppTexts = Register extends { texts: infer T extends Site['texts'] } ? T : Site['texts']

/** The environment variables of `app/env.server.ts`. */
export type AppVariables = Register extends { env: infer V } ? (V extends OwnVariables ? V : never) : OwnVariables

/** A language of the application. */
export type Locale = AppRouting['locales'][number]
