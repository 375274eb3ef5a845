/** The client needs this header of responses that the page takes along; it does without the others. */
export const handle = ({ event, resolve }) =>
  resolve(event, { filterSerializedResponseHeaders: (name) => name === 'content-type' })
