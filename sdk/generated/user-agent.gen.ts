/** Name and version of this package, as a value of the header User-Agent. */
export const userAgent = 'monitoring-service-sdk/0.1.0'
