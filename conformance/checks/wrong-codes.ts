/** Verification codes that are almost right. */

/** A code of which one digit is another. */
export function wrongCode(code = '000000', place = 0): string {
  return code.slice(0, place) + ((Number(code[place]) + 1) % 10) + code.slice(place + 1)
}

/** With another digit at the beginning, and at the end. */
export function wrongCodes(code?: string): string[] {
  return [wrongCode(code, 0), wrongCode(code, 5)]
}
