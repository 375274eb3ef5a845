/** A value for the header User-Agent, which the client does not send: pass it in the option `headers`. */
export const userAgent = 'monitoring-service-sdk/0.1.0'
