/**
 * The tables of the application's database, by name, for Kysely. Add yours here. A folder of the shell adds its own with
 * `declare module '#fairlead/database/tables.ts' { interface Tables { … } }`.
 */
export interface Tables {}
