// For the tests of an application: visitors of the built site, over HTTP and in Chromium, and a database.
export type { Access } from '#fairlead/testing/access.ts'
export { expectAtClick, hoverUntilPrefetched } from '#fairlead/testing/at-click.ts'
export { expectFault } from '#fairlead/testing/page.ts'
export { seed } from '#fairlead/testing/seed.ts'
export { startApplication } from '#fairlead/testing/start-application.ts'
export type { Application } from '#fairlead/testing/start-server.ts'
export { newVisitor, type Visitor } from '#fairlead/testing/visitor.ts'
export { withDatabase } from '#fairlead/testing/with-database.ts'
