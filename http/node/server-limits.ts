/** The limits of a server's connections. Times in milliseconds, sizes in bytes. */
export const serverLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  maxHeaderSize: 16_384,
  /** Clients reconnect after so many, so that a load balancer can use servers that started later. */
  requestsPerConnection: 1_000,
  /** The most requests of one connection without a response; Node would read and keep any number. */
  requestsAhead: 32,
  closeGrace: 5_000,
  /** After the client has closed its side, as `nc -N` does. */
  halfOpenTimeout: 10_000,
  /** In which a client may still send after its last response; then it has read the response, or will not. */
  lingerTimeout: 2_000,
  checkingInterval: 2_000,
}
