/** Ends the mock. */
export default () => globalThis.mock.close()
