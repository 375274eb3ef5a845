/** Texts and ids that the document leaves open. */

/** At most 50 letters, digits and spaces, which an implementation has no reason to refuse or to change. */
export const isPlainText = (text: string) => /^\w[\w ,.]{0,49}$/.test(text) && text.trim() === text
export const loneSurrogateIn = (text: string) =>
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
/** Ids that an HTTP server may refuse before it calls the operation. */
export const malformed = (id: string) => id === '%' || id.includes('\0') || id.includes('..')
