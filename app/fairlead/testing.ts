// Visitors of the built site, over HTTP and in Chromium, for the tests of an application.
export { expectAtClick, hoverUntilPrefetched } from '#fairlead/testing/at-click.ts'
export { expectFault } from '#fairlead/testing/page.ts'
export { startApplication, type Application } from '#fairlead/testing/start-application.ts'
export { newVisitor, type Visitor } from '#fairlead/testing/visitor.ts'
