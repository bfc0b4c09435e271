import cluster from 'node:cluster'
import { join } from 'node:path'
import { onlyRenders, readEnv, setVariable } from '#fairlead/platform/env.server.ts'
import { makeDataFolder } from '#fairlead/host/server/data-folder.ts'
import { exitOnError, exitWithMessage } from '#fairlead/host/server/exit-with-message.ts'
import { prepareOperatorToken } from '#fairlead/host/server/operator-token.ts'
import { setBuildHash } from '#fairlead/server/build-hash.ts'
import { log } from '#fairlead/platform/log.server.ts'
import { basePath } from 'virtual:app/site'

// React chooses its build by this variable. It is not written as a literal, which the build would replace.
const mode = 'NODE_ENV'
process.env[mode] ??= 'production'

/** The page of a part that the operator's token opens; see build-application.ts. */
const operatorPage = import.meta.env.VITE_OPERATOR_PAGE as string | undefined

const env = exitOnError(readEnv)
const role = env.WORKERS === 1 ? 'single' : cluster.isPrimary ? 'primary' : 'worker'
exitOnError(() => makeDataFolder(env))

// Without a server: node .output/server/index.mjs jobs run NAME
const [command, action, job] = process.argv.slice(2)
if (command === 'jobs' && action === 'run' && job !== undefined) {
  const { runJobOfBuild } = await import('#fairlead/host/server/run-job.ts')
  process.exit(await runJobOfBuild(env, job).catch(exitWithMessage))
}

const hasOperator = operatorPage !== undefined && !onlyRenders()
const operator = hasOperator ? exitOnError(() => prepareOperatorToken(env)) : undefined
if (operator?.type === 'none') {
  if (role !== 'worker') log.warn({ why: operator.why }, `${operatorPage} stays closed: it has no token`)
}
// The application, which is loaded later, and the workers read the token from the environment.
else if (operator) setVariable('OPERATOR_TOKEN', operator.token)

function announce(port: number): void {
  const url = (env.PUBLIC_ORIGIN ?? `http://localhost:${port}`) + basePath
  if (operator?.type === 'created')
    log.info({ token: operator.token, url: `${url}${operatorPage}` }, 'this token opens the report desk')
  log.info({ port, host: env.HOST, url }, 'listening')
}

// The primary process and a worker load different modules.
if (role === 'primary') {
  const { runPrimary } = await import('#fairlead/host/server/cluster.ts')
  // This file is one of the chunks of a build; the output's entry starts the chunk of the current build.
  runPrimary(env, join(import.meta.dirname, '../../../../server/index.mjs'), announce)
} else {
  const { openBuild } = await import('#fairlead/host/server/public-files.ts')
  setBuildHash(exitOnError(openBuild))
  const { serve } = await import('#fairlead/host/server/serve.ts')
  serve(env, role, announce)
}
