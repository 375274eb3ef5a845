/** Name and version of this package, for the header User-Agent. The client does not send it: pass it in the option `headers`. */
export const userAgent = 'monitoring-service-sdk/0.1.0'
