/**
 * The tables of the application's database, by name, for Kysely. Add yours here. A folder of the shell adds its own with
 * `declare module '#app/database/tables.ts' { interface Tables { … } }`.
 */
export interface Tables {}
