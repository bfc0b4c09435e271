export { defineEnv } from '#fairlead/platform/own-variables.ts'
