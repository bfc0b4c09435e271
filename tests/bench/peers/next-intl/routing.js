// The table under test, as JSON, read when the server starts: one build serves each of them.
import { readFileSync } from 'node:fs'

export const { pages, ...routing } = JSON.parse(readFileSync(process.env.ORACLE_TABLE, 'utf8'))
