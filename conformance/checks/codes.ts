/** Verification codes that are almost right. */

/** A code of which one digit is another. */
export function otherCode(code = '000000', place = 0): string {
  return code.slice(0, place) + ((Number(code[place]) + 1) % 10) + code.slice(place + 1)
}

/** With another digit at the beginning, and at the end. */
export function otherCodes(code?: string): string[] {
  return [otherCode(code, 0), otherCode(code, 5)]
}
