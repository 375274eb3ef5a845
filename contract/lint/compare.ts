/** Compares elements of the contract with those that the service document states, keyword by keyword. */
import { isDeepStrictEqual } from 'node:util'
import { documented } from '../documented/document.ts'
import { type Document, dereference } from '../openapi/document.ts'
import { locate } from '../openapi/locate.ts'
import type { LintError } from './lint-error.ts'
import { isDecided, type Node, reasonsOf } from './reasons.ts'

/** @param at the location of the element in the contract. */
export type Compare = (element: unknown, stated: unknown, at: string[]) => LintError[]

/** Keywords that explain or organize the contract, and state nothing about the service. */
const annotations = new Set(
  (
    'description summary title example examples externalDocs tags operationId $comment ' +
    'x-decided x-sdk x-source x-microcks-refs x-outcome x-errors x-requirement x-conditions'
  ).split(' '),
)
/** The keys of these objects are names, and each value is an element. */
const maps = new Set('properties patternProperties dependentSchemas $defs content headers callbacks links'.split(' '))
/** The order of these lists means nothing. */
const sets = new Set(['type', 'enum'])

function error(pointer: string[], message: string): LintError {
  return { rule: 'decided', message, pointer }
}

function isObject(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The keywords that state something. */
function keywordsOf(node: Node): string[] {
  return Object.keys(node).filter((key) => !annotations.has(key))
}

function isDefault(key: string, value: unknown): boolean {
  return key === 'required' && value === false
}

/** The keywords beside a reference. */
function without$ref({ $ref: _, ...beside }: Node): Node {
  return beside
}

/** @returns a comparison that reports what is missing, differs, or is neither documented nor given a reason. */
export function createComparison(document: Document): Compare {
  return compareElement

  /** Compares the keywords of an element, with those of the target of its reference. */
  function compareElement(element: unknown, statedElement: unknown, at: string[]): LintError[] {
    const { node: target, pointer } = locate<Node>(document, element as Node, at)
    const beside = without$ref(element as Node)
    const node: Node = { ...target, ...beside }
    const stated: Node = {
      ...dereference<Node>(documented, statedElement as Node),
      ...without$ref(statedElement as Node),
    }
    const cite = 'x-requirement' in stated ? ` (${stated['x-requirement']})` : ''
    if (isDecided(document, element as Node))
      return [error(pointer, `x-decided covers what the document states${cite}`)]
    const reasons = reasonsOf(node)
    const placeOf = (key: string) => [...(key in beside ? at : pointer), key]
    const [keys, statedKeys] = [keywordsOf(node), keywordsOf(stated)]
    return [
      ...keys
        .filter((key) => !(key in stated) && !isDefault(key, node[key]))
        .filter((key) => !(key in reasons) && !isDecided(document, node[key]))
        .flatMap((key) => unexplained(node[key], placeOf(key))),
      ...statedKeys
        .filter((key) => !(key in node) && !isDefault(key, stated[key]))
        .map((key) => error(pointer, `the document states ${key}${cite}, which the contract leaves out`)),
      ...statedKeys
        .filter((key) => key in node)
        .flatMap((key) => compareValues(key, node, stated[key], placeOf(key), cite)),
    ]
  }

  /** Compares a map, such as `properties`, whose keys are names and whose values are elements. */
  function compareMap(map: Node, stated: Node, at: string[]): LintError[] {
    return [
      ...Object.keys(map)
        .filter((name) => !(name in stated) && !isDecided(document, map[name]))
        .flatMap((name) => unexplained(map[name], [...at, name])),
      ...Object.keys(stated).flatMap((name) =>
        name in map
          ? compareElement(map[name], stated[name], [...at, name])
          : [error(at, `the document states ${name}, which the contract leaves out`)],
      ),
    ]
  }

  /** An element that the document does not state; of a map, each of its elements. */
  function unexplained(value: unknown, at: string[]): LintError[] {
    const key = String(at.at(-1))
    if (maps.has(key)) return compareMap(value as Node, {}, at)
    // A shared header is compared where it is defined.
    if (isObject(value) && '$ref' in value && at.at(-2) === 'headers') return []
    return [error(at, `${key} is neither documented nor given a reason in x-decided`)]
  }

  function compareValues(key: string, node: Node, stated: unknown, at: string[], cite: string): LintError[] {
    const value = node[key]
    if (isObject(stated) && isObject(value)) {
      return maps.has(key) ? compareMap(value, stated, at) : compareElement(value, stated, at)
    }
    const isList = Array.isArray(stated) && Array.isArray(value)
    if (isList && key === 'required') return compareRequired(node, value, stated, at, cite)
    if (isList && isObject(stated[0]) && value.length === stated.length) {
      return stated.flatMap((item, index) => compareElement(value[index], item, [...at, String(index)]))
    }
    const [one, other] = [value, stated].map((list) => (Array.isArray(list) && sets.has(key) ? [...list].sort() : list))
    if (!isDeepStrictEqual(one, other)) {
      return [error(at, `${key} is ${JSON.stringify(value)}, but the document states ${JSON.stringify(stated)}${cite}`)]
    }
    return key in reasonsOf(node) ? [error(at, `x-decided explains ${key}, which the document states${cite}`)] : []
  }
}

function compareRequired(node: Node, names: unknown[], stated: unknown[], at: string[], cite: string): LintError[] {
  const fewer = stated.filter((name) => !names.includes(name))
  const more = 'required' in reasonsOf(node) ? [] : names.filter((name) => !stated.includes(name))
  return [
    ...fewer.map((name) => error(at, `the document requires ${name}${cite}, and the contract does not`)),
    ...more.map((name) => error(at, `that ${name} is required is neither documented nor given a reason in x-decided`)),
  ]
}
