/** What is done to a node of the syntax tree, by rote: each operator says what text may stand in its place. */
import ts from 'typescript'

/** Texts for the place of a node, or of a node within it; an empty one takes the comma after the node along. */
type Operator = (node: ts.Node) => [instead: string, of?: ts.Node][]

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
}

const swappedMethods: Record<string, string> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  ceil: 'floor',
  floor: 'ceil',
  toLowerCase: 'toUpperCase',
}

const swapOperator: Operator = (node) => {
  if (!ts.isBinaryExpression(node)) return []
  const other = swapped[node.operatorToken.getText()]
  if (!other) return []
  const text = `${node.left.getText()} ${other} ${node.right.getText()}`
  // Without parentheses it might mean something else, or nothing at all.
  return [[ts.isBinaryExpression(node.parent) ? `(${text})` : text]]
}

const swapMethod: Operator = (node) => {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  const { name } = node.expression
  const other = swappedMethods[name.text]
  return other ? [[other, name]] : []
}

const dropNegation: Operator = (node) =>
  ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken ? [[node.operand.getText()]] : []

const decideCondition: Operator = (node) => {
  const condition = ts.isIfStatement(node) ? node.expression : ts.isConditionalExpression(node) ? node.condition : null
  return condition
    ? [
        ['true', condition],
        ['false', condition],
      ]
    : []
}

const addOne: Operator = (node) => (ts.isNumericLiteral(node) ? [[String(Number(node.text) + 1)]] : [])

const emptyString: Operator = (node) => {
  const isString = (ts.isStringLiteralLike(node) && node.text !== '') || ts.isTemplateExpression(node)
  const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node
  return isString && !isName ? [["''"]] : []
}

const dropStatement: Operator = (node) => {
  if (ts.isExpressionStatement(node)) return [[';']]
  // A throw alone under a condition goes with the condition.
  return ts.isThrowStatement(node) && !ts.isIfStatement(node.parent) ? [[';']] : []
}

const returnNothing: Operator = (node) => {
  if (ts.isReturnStatement(node)) return node.expression ? [['undefined', node.expression]] : []
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? [['undefined', node.body]] : []
}

const dropPart: Operator = (node) => {
  if (ts.isObjectLiteralExpression(node.parent)) return [['']]
  return ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.parent) ? [['']] : []
}

/** Only where nobody looks at the value does a program without its await compile. */
const dropAwait: Operator = (node) =>
  ts.isAwaitExpression(node) && (ts.isExpressionStatement(node.parent) || ts.isReturnStatement(node.parent))
    ? [[node.expression.getText()]]
    : []

export const operators: Operator[] = [
  swapOperator,
  swapMethod,
  dropNegation,
  decideCondition,
  addOne,
  emptyString,
  dropStatement,
  returnNothing,
  dropPart,
  dropAwait,
]
