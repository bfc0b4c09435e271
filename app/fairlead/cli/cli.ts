import process from 'node:process'

const [command, ...args] = process.argv.slice(2)
if (command === 'new') {
  const { runNew } = await import('#fairlead/cli/new-command.ts')
  await runNew(args)
} else {
  const { registerApplicationFiles } = await import('#fairlead/host/application-files.ts')
  // First, because the commands read files of the application.
  registerApplicationFiles()
  await import('#fairlead/cli/run-command.ts')
}
