import { globSync } from 'node:fs'
import { resolve } from 'node:path'

const LIST = resolve('app/database/migration-files.server.ts')

/** Rollup plugin: lists the application's migrations for Nitro's bundle, where `import.meta.glob` does not exist. */
export const migrationsPlugin = {
  name: 'fairlead:migrations',
  load(id: string): string | undefined {
    if (id !== LIST) return undefined
    const files = globSync('app/*/migrations/*.ts').toSorted()
    const imports = files.map((file, index) => `import * as m${index} from ${JSON.stringify(resolve(file))}`)
    const entries = files.map((file, index) => `${JSON.stringify(file)}: m${index}`)
    return `${imports.join('\n')}\nexport const readMigrationFiles = async () => ({ ${entries.join(', ')} })\n`
  },
}
