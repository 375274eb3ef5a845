/** Programs that read openapi.yaml as it is, which only need to accept it. Other judges, such as Specmatic, do more with it. */
import { contractFile } from '@monitoring-service/contract/files'
import { inFolder } from '../folder.ts'
import { downloadOpenapiGenerator } from '../generators/languages.ts'
import { MissingError, run } from '../programs.ts'
import type { Judge } from './finding.ts'

const reader =
  (toCommand: (folder: string) => Promise<string[]>): Judge =>
  () =>
    inFolder(async (folder) => {
      const [program = '', ...args] = await toCommand(folder)
      const message = await run(program, args).then(
        () => undefined,
        (error: Error) => {
          if (error instanceof MissingError) throw error
          return error.message
        },
      )
      return { findings: message === undefined ? [] : [{ rule: 'read', message }], examined: 'openapi.yaml' }
    })

export const readers = {
  'openapi-generator': reader(async (folder) => {
    const jar = await downloadOpenapiGenerator(folder)
    return ['java', '-jar', jar, 'validate', '-i', contractFile]
  }),
  // Some requests of the examples break their schema on purpose.
  'kin-openapi': reader(async () => {
    const program = 'github.com/getkin/kin-openapi/cmd/validate@v0.153.0'
    return ['go', 'run', program, '--examples=false', '--', contractFile]
  }),
}
