/** Wrong verification codes that differ from the right one by a digit. */

/** @param index 0 to 53; each gives another code. */
export function changedCode(code = '000000', index = 0): string {
  const place = index % code.length
  const digit = (Number(code[place]) + 1 + Math.floor(index / code.length)) % 10
  return code.slice(0, place) + digit + code.slice(place + 1)
}
