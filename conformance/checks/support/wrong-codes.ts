/** Wrong verification codes that differ from the right one by a digit. */

/** @param index 0 to 53; each gives another code. */
export function wrongCode(code = '000000', index = 0): string {
  const place = index % code.length
  const digit = (Number(code[place]) + 1 + Math.floor(index / code.length)) % 10
  return code.slice(0, place) + digit + code.slice(place + 1)
}

/** One differs in the first digit, one in the last. */
export function wrongCodes(code?: string): string[] {
  return [wrongCode(code, 0), wrongCode(code, 5)]
}
