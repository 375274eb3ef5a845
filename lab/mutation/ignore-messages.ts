/** A plugin of StrykerJS: the text of an error message is not behaviour, so a mutant of it says nothing about the tests. */

/** The parts of Babel's NodePath that the plugin reads. */
interface NodePath {
  isNewExpression(): boolean
  isObjectProperty(): boolean
  node: { callee?: { name?: string }; key?: { name?: string } }
}

const messages = {
  shouldIgnore(path: NodePath): string | undefined {
    const { callee, key } = path.node
    const isError = path.isNewExpression() && callee?.name === 'Error'
    const isMessage = path.isObjectProperty() && key?.name === 'message'
    return isError || isMessage ? 'the text of a message' : undefined
  },
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'messages', value: messages }]
