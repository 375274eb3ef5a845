/** Reads the report.json of an earlier run. */
import { UsageError } from '../client/usage-error.ts'
import type { CheckResult, Result } from '../report/result.ts'
import { readUserFile } from './settings/files.ts'

export type JsonCheck = Pick<CheckResult, 'id' | 'title' | 'outcome' | 'known'>
/** The parts that are read. */
export type JsonResult = Pick<Result, 'level' | 'started' | 'verdict' | 'counts' | 'selection' | 'interrupted'> & {
  checks: JsonCheck[]
}

/** @throws UsageError if the file is no report. */
export function readResult(file: string): JsonResult {
  const result: { schemaVersion?: unknown } | null = readUserFile(file, JSON.parse)
  if (result?.schemaVersion !== 2) throw new UsageError(`${file} is no report.json of this kit`)
  return result as unknown as JsonResult
}
