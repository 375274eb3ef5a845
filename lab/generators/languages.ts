/** Clients in other languages, by generators from other registries: the shell lines that make, build and run each. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPublished } from '@monitoring-service/contract/files'
import { run } from '../programs.ts'
import type { Reply } from './clients/calls.ts'
import { judge, steps } from './steps.ts'
import { countStep, logIn, type Trial, tryTool } from './trial.ts'

export interface LanguageTool {
  name: string
  /** The commands that must be on the PATH. */
  needs: string[]
  /** Generates and builds a client in a folder that has the forms of the contract; `$SOURCES` is the folder languages/. */
  build: string
  /** Makes the calls; gets the base URL and the file of steps. */
  calls: string
}

/** The form that docs/clients.md names, and the one for tools that read no later version, or want one type of errors. */
const [contract, contract30] = ['openapi-client.json', 'openapi-3.0.json'] as const

/** The arguments of Maven that download a program as NAME.jar. */
const copyJar = (artifact: string) =>
  ['-q', 'dependency:copy', `-Dartifact=${artifact}`, '-DoutputDirectory=.', '-Dmdep.stripVersion=true'] as const
const jarOfGenerator = copyJar('org.openapitools:openapi-generator-cli:7.17.0')

/** @returns the path of openapi-generator. */
export async function downloadOpenapiGenerator(folder: string): Promise<string> {
  await run('mvn', [...jarOfGenerator], { cwd: folder })
  return join(folder, 'openapi-generator-cli.jar')
}

const openapiGenerator = (language: string, options = '') => `
  mvn ${jarOfGenerator.join(' ')}
  java -jar openapi-generator-cli.jar generate -g ${language} -i ${contract} -o client ${options}`
const python = (source: string) => `
  python3 -m venv venv
  venv/bin/pip -q install ./client
  cp $SOURCES/${source} calls.py`
const go = (source: string) => `
  cp $SOURCES/${source} main.go
  cp $SOURCES/steps.go .
  go mod tidy
  go build -o calls .`
const rust = (name: string, source: string) => `
  mkdir src
  cp $SOURCES/${source} src/main.rs
  cp $SOURCES/${name}.toml Cargo.toml
  cargo build -q`

const [callPython, callGo, callRust] = ['venv/bin/python calls.py', './calls', 'target/debug/calls']
const callJava = (main: string) => `java -cp 'client/target/classes:client/target/dependency/*' ${main}`

export const languageTools: LanguageTool[] = [
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    build: `
      python3 -m venv tool
      tool/bin/pip -q install openapi-python-client==0.29.1
      tool/bin/openapi-python-client generate --path ${contract} --output-path client --overwrite
      ${python('openapi-python-client.py')}`,
    calls: callPython,
  },
  {
    name: 'openapi-generator-python',
    needs: ['python3', 'mvn', 'java'],
    build: openapiGenerator('python') + python('openapi-generator-python.py'),
    calls: callPython,
  },
  {
    name: 'swagger-codegen-python',
    needs: ['python3', 'mvn', 'java'],
    build: `
      mvn ${copyJar('io.swagger.codegen.v3:swagger-codegen-cli:3.0.57').join(' ')}
      java -jar swagger-codegen-cli.jar generate -l python -i ${contract30} -o client
      ${python('swagger-codegen.py')}`,
    calls: callPython,
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    build: `
      go mod init client
      mkdir client
      go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 \\
        -generate types,client -package client -o client/client.go ${contract}
      ${go('oapi-codegen.go')}`,
    calls: callGo,
  },
  {
    name: 'ogen',
    needs: ['go'],
    build: `
      go mod init client
      go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0 --target api --package api --clean ${contract30}
      ${go('ogen.go')}`,
    calls: callGo,
  },
  {
    name: 'openapi-generator-go',
    needs: ['go', 'mvn', 'java'],
    build: `${openapiGenerator('go')}
      go mod init calls
      go mod edit -replace github.com/GIT_USER_ID/GIT_REPO_ID=./client
      ${go('openapi-generator-go.go')}`,
    calls: callGo,
  },
  {
    name: 'openapi-generator-java',
    needs: ['mvn', 'java'],
    build: `${openapiGenerator('java', '--library native')}
      cp $SOURCES/Main.java client/src/main/java/Main.java
      mvn -q -f client package dependency:copy-dependencies \\
        -Dmaven.test.skip -Dmaven.javadoc.skip -Dmaven.source.skip`,
    calls: callJava('Main'),
  },
  {
    name: 'openapi-generator-kotlin',
    needs: ['mvn', 'java'],
    build: `${openapiGenerator('kotlin', '--additional-properties serializationLibrary=gson')}
      cp $SOURCES/Main.kt client/src/main/kotlin/Main.kt
      cp $SOURCES/kotlin.xml client/pom.xml
      mvn -q -f client compile dependency:copy-dependencies`,
    calls: callJava('MainKt'),
  },
  {
    name: 'openapi-generator-rust',
    needs: ['cargo', 'mvn', 'java'],
    build: openapiGenerator('rust') + rust('rust', 'main.rs'),
    calls: callRust,
  },
  { name: 'progenitor', needs: ['cargo'], build: rust('progenitor', 'progenitor.rs'), calls: callRust },
  {
    // With Debian's ruby-typhoeus and ruby-marcel.
    name: 'openapi-generator-ruby',
    needs: ['ruby', 'mvn', 'java'],
    build: openapiGenerator('ruby'),
    calls: 'ruby -I client/lib $SOURCES/openapi-generator-ruby.rb',
  },
  {
    // With Debian's php-guzzlehttp-guzzle. It looks for the client beside itself.
    name: 'openapi-generator-php',
    needs: ['php', 'mvn', 'java'],
    build: `${openapiGenerator('php')}
      cp $SOURCES/openapi-generator-php.php calls.php`,
    calls: 'php calls.php',
  },
]

/** Generates a client in an empty folder, builds it, and lets it call the reference server. */
export function tryLanguage({ name, build, calls }: LanguageTool, folder: string): Promise<Trial> {
  const env = { SOURCES: fileURLToPath(new URL('languages', import.meta.url)) }
  return tryTool(name, async (trial, url) => {
    for (const form of [contract, contract30]) await writeFile(join(folder, form), await readPublished(form))
    await run('sh', ['-euc', build], { cwd: folder, env, timeout: 900_000 })
    trial.generates = true
    await writeFile(join(folder, 'steps.json'), JSON.stringify(await describeSteps(url)))
    const printed = await run('sh', ['-c', `${calls} ${url} steps.json`], { cwd: folder, env, timeout: 120_000 })
    const replies: (Reply & { problem?: string })[] = printed.split('\n').map((line) => JSON.parse(line))
    for (const [i, step] of steps.entries()) {
      const { problem, ...reply } = replies[i] ?? { status: 0, problem: 'no response' }
      countStep(trial, step, problem ?? judge(step, reply))
    }
  })
}

/** The data of each step for a program in another language. */
function describeSteps(baseUrl: string): Promise<object[]> {
  return Promise.all(
    steps.map(async ({ scenario, adminKey }) => {
      const { operationId, path, query, body = null, caller } = scenario
      const token = caller.includes('@') ? await logIn(baseUrl, caller) : 'none'
      return { operationId, id: path.id ?? '', query, body, token, adminKey }
    }),
  )
}
