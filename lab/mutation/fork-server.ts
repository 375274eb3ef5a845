/** Stands in for test/support/fork-server.ts: in the test's process StrykerJS sees which mutants a test reaches. */
export { startInProcess as forkServer } from '../../test/support/in-process-server.ts'
