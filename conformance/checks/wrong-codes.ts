/** Wrong verification codes that differ from the right one by a digit. */

export function wrongCode(code = '000000', place = 0): string {
  return code.slice(0, place) + ((Number(code[place]) + 1) % 10) + code.slice(place + 1)
}

/** One differs in the first digit, one in the last. */
export function wrongCodes(code?: string): string[] {
  return [wrongCode(code, 0), wrongCode(code, 5)]
}
