/** Clients in other languages, by generators from other registries: how each is made, built and run. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPublished } from '@monitoring-service/contract/files'
import { run } from '../programs.ts'

const sources = fileURLToPath(new URL('languages', import.meta.url))

/** The forms of the contract, in the folder of each tool. The second is for those that read no later version, or one type of errors. */
const [contract, contract30] = ['openapi-client.json', 'openapi-3.0.json'] as const

/** openapi-generator's version, from Maven Central. */
const generatorVersion = '7.17.0'

export interface LanguageTool {
  name: string
  /** The commands that must be on the PATH. */
  needs: string[]
  /** Generates and builds in `folder`; returns the command that is run with the base URL and the file of steps. */
  prepare(shell: Shell): Promise<string[]>
}

interface Shell {
  folder: string
  /** Runs a command in the folder. @throws Error with what it wrote */
  exec(command: string, ...args: string[]): Promise<void>
  /** Copies a source file of languages/ into the folder. */
  copy(source: string, target: string): Promise<void>
}

/** Downloads a program from Maven Central into a folder as NAME.jar. */
async function download(folder: string, group: string, name: string, version: string): Promise<string> {
  const target = ['-DoutputDirectory=.', '-Dmdep.stripVersion=true']
  await run('mvn', ['-q', 'dependency:copy', `-Dartifact=${group}:${name}:${version}`, ...target], { cwd: folder })
  return join(folder, `${name}.jar`)
}

export const downloadOpenapiGenerator = (folder: string) =>
  download(folder, 'org.openapitools', 'openapi-generator-cli', generatorVersion)

/** Generates by openapi-generator into `client/`. */
async function openapiGenerator(shell: Shell, language: string, ...args: string[]): Promise<void> {
  const generate = ['generate', '-g', language, '-i', contract, '-o', 'client']
  await shell.exec('java', '-jar', await downloadOpenapiGenerator(shell.folder), ...generate, ...args)
}

async function python({ exec, copy, folder }: Shell, source: string, ...packages: string[]): Promise<string[]> {
  await exec('python3', '-m', 'venv', 'venv')
  await exec('venv/bin/pip', '-q', 'install', ...packages, './client')
  await copy(source, 'calls.py')
  return [join(folder, 'venv/bin/python'), 'calls.py']
}

async function buildGo({ exec, copy, folder }: Shell, source: string): Promise<string[]> {
  await copy(source, 'main.go')
  await copy('steps.go', 'steps.go')
  await exec('go', 'mod', 'tidy')
  await exec('go', 'build', '-o', 'calls', '.')
  return [join(folder, 'calls')]
}

export const languageTools: LanguageTool[] = [
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    async prepare(shell) {
      const { exec } = shell
      await exec('python3', '-m', 'venv', 'tool')
      await exec('tool/bin/pip', '-q', 'install', 'openapi-python-client==0.29.1')
      const args = ['generate', '--path', contract, '--output-path', 'client', '--overwrite']
      await exec('tool/bin/openapi-python-client', ...args)
      return python(shell, 'openapi-python-client.py')
    },
  },
  {
    name: 'openapi-generator-python',
    needs: ['python3', 'mvn', 'java'],
    async prepare(shell) {
      await openapiGenerator(shell, 'python')
      return python(shell, 'openapi-generator-python.py')
    },
  },
  {
    name: 'swagger-codegen-python',
    needs: ['python3', 'mvn', 'java'],
    async prepare(shell) {
      const jar = await download(shell.folder, 'io.swagger.codegen.v3', 'swagger-codegen-cli', '3.0.57')
      await shell.exec('java', '-jar', jar, 'generate', '-l', 'python', '-i', contract30, '-o', 'client')
      return python(shell, 'swagger-codegen.py')
    },
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    async prepare(shell) {
      const { exec, folder } = shell
      await exec('go', 'mod', 'init', 'client')
      await mkdir(join(folder, 'client'))
      const tool = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
      const output = ['-package', 'client', '-o', 'client/client.go']
      await exec('go', 'run', tool, '-generate', 'types,client', ...output, contract)
      return buildGo(shell, 'oapi-codegen.go')
    },
  },
  {
    name: 'ogen',
    needs: ['go'],
    async prepare(shell) {
      const { exec } = shell
      await exec('go', 'mod', 'init', 'client')
      const tool = 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0'
      await exec('go', 'run', tool, '--target', 'api', '--package', 'api', '--clean', contract30)
      return buildGo(shell, 'ogen.go')
    },
  },
  {
    name: 'openapi-generator-go',
    needs: ['go', 'mvn', 'java'],
    async prepare(shell) {
      const { exec } = shell
      await openapiGenerator(shell, 'go')
      await exec('go', 'mod', 'init', 'calls')
      await exec('go', 'mod', 'edit', '-replace', 'github.com/GIT_USER_ID/GIT_REPO_ID=./client')
      return buildGo(shell, 'openapi-generator-go.go')
    },
  },
  {
    name: 'openapi-generator-java',
    needs: ['mvn', 'java'],
    async prepare(shell) {
      await openapiGenerator(shell, 'java', '--library', 'native')
      await shell.copy('Main.java', 'client/src/main/java/Main.java')
      const skip = ['-Dmaven.test.skip', '-Dmaven.javadoc.skip', '-Dmaven.source.skip']
      await shell.exec('mvn', '-q', '-f', 'client', 'package', 'dependency:copy-dependencies', ...skip)
      return ['java', '-cp', 'client/target/classes:client/target/dependency/*', 'Main']
    },
  },
  {
    name: 'openapi-generator-kotlin',
    needs: ['mvn', 'java'],
    async prepare(shell) {
      await openapiGenerator(shell, 'kotlin', '--additional-properties', 'serializationLibrary=gson')
      await shell.copy('Main.kt', 'client/src/main/kotlin/Main.kt')
      await shell.copy('kotlin.xml', 'client/pom.xml')
      await shell.exec('mvn', '-q', '-f', 'client', 'compile', 'dependency:copy-dependencies')
      return ['java', '-cp', 'client/target/classes:client/target/dependency/*', 'MainKt']
    },
  },
  {
    name: 'openapi-generator-rust',
    needs: ['cargo', 'mvn', 'java'],
    async prepare(shell) {
      const { exec, copy, folder } = shell
      await openapiGenerator(shell, 'rust')
      await mkdir(join(folder, 'src'))
      await copy('main.rs', 'src/main.rs')
      await copy('rust.toml', 'Cargo.toml')
      await exec('cargo', 'build', '-q')
      return [join(folder, 'target/debug/calls')]
    },
  },
  {
    name: 'progenitor',
    needs: ['cargo'],
    async prepare({ exec, copy, folder }) {
      await mkdir(join(folder, 'src'))
      await copy('progenitor.rs', 'src/main.rs')
      await copy('progenitor.toml', 'Cargo.toml')
      await exec('cargo', 'build', '-q')
      return [join(folder, 'target/debug/calls')]
    },
  },
  {
    // With Debian's ruby-typhoeus and ruby-marcel.
    name: 'openapi-generator-ruby',
    needs: ['ruby', 'mvn', 'java'],
    async prepare(shell) {
      await openapiGenerator(shell, 'ruby')
      await shell.copy('openapi-generator-ruby.rb', 'calls.rb')
      return ['ruby', '-I', 'client/lib', 'calls.rb']
    },
  },
  {
    // With Debian's php-guzzlehttp-guzzle.
    name: 'openapi-generator-php',
    needs: ['php', 'mvn', 'java'],
    async prepare(shell) {
      await openapiGenerator(shell, 'php')
      await shell.copy('openapi-generator-php.php', 'calls.php')
      return ['php', 'calls.php']
    },
  },
]

/** @returns the command that makes the calls */
export async function prepareLanguage(tool: LanguageTool, folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const form of [contract, contract30]) await writeFile(join(folder, form), await readPublished(form))
  return tool.prepare({
    folder,
    exec: async (command, ...args) => {
      const program = command.includes('/') ? join(folder, command) : command
      await run(program, args, { cwd: folder, timeout: 900_000 })
    },
    copy: (source, target) => cp(join(sources, source), join(folder, target)),
  })
}
