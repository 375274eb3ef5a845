/** Parses YAML documents. */
import { CORE_SCHEMA, load } from 'js-yaml'
import type { Document } from './document.ts'

/** @throws YAMLException with the position of a syntax error or a duplicate key. */
export function parseContract(text: string): Document {
  return load(text, { schema: CORE_SCHEMA }) as Document
}
