import { registerApplicationFiles } from '#fairlead/host/application-files.ts'

// First, because the commands read files of the application.
registerApplicationFiles()
await import('#fairlead/cli/run-command.ts')
