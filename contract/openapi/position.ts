/** Finds the position of a node in the text of a YAML document, with the yaml package: js-yaml does not keep positions. */

/** Line and column start at 1, as in editors. */
export interface Position {
  line: number
  column: number
}

/** The position of the deepest node on the path of a pointer that the text contains; aliases are not followed. */
export async function findPosition(text: string, pointer: string[]): Promise<Position> {
  // Loaded only to report an error.
  const { isMap, isScalar, isSeq, LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  let node: unknown = parseDocument(text, { lineCounter, logLevel: 'silent' }).contents
  let offset = (node as { range?: number[] } | null)?.range?.[0] ?? 0
  for (const key of pointer) {
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : undefined
    const located = (pair ? pair.key : isSeq(node) && node.items[Number(key)]) as
      | { range?: number[] }
      | undefined
      | false
    if (!located) break
    offset = located.range?.[0] ?? offset
    node = pair ? pair.value : located
  }
  const { line, col } = lineCounter.linePos(offset)
  return { line, column: col }
}
