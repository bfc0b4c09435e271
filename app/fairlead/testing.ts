export { expectAtClick } from '#fairlead/testing/at-click.ts'
export { expectFault } from '#fairlead/testing/page.ts'
export { startApplication, type Application } from '#fairlead/testing/start-application.ts'
export { newVisitor, type Visitor } from '#fairlead/testing/visitor.ts'
