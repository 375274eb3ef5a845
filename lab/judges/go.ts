/** Judges from Go modules: oasdiff on the changes since the last release, and libopenapi-validator on recorded traffic. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile, readContract } from '@monitoring-service/contract/files'
import { inFolder } from '../folder.ts'
import { MissingError, run } from '../programs.ts'
import { type Judge, judgeTraffic } from './finding.ts'

const released = fileURLToPath(new URL('../../contract/released.json', import.meta.url))

/** A change that oasdiff calls breaking is a finding unless the major version is a new one. */
const oasdiff: Judge = async () => {
  const args = ['breaking', '--format', 'json', released, contractFile]
  const output = await run('go', ['run', 'github.com/oasdiff/oasdiff@v1.35.0', ...args], { mayFind: true })
  if (output === '') throw new MissingError('go: cannot build oasdiff')
  const changes: { id: string; text: string }[] = JSON.parse(output)
  const [before, after] = [JSON.parse(readFileSync(released, 'utf8')), readContract()].map(
    ({ info }) => (info as { version: string }).version,
  )
  const findings = parseInt(before ?? '', 10) < parseInt(after ?? '', 10) ? [] : changes
  return {
    findings: findings.map(({ id, text }) => ({ rule: id, message: text })),
    examined: `${changes.length} breaking changes from ${before} to ${after}`,
  }
}

const traffic = fileURLToPath(new URL('./traffic', import.meta.url))

const libopenapi: Judge = () =>
  inFolder(async (folder) => {
    const program = join(folder, 'traffic')
    await run('go', ['build', '-o', program, '.'], { cwd: traffic })
    return judgeTraffic(program, (archive) => [contractFile, archive])
  })

export const goJudges = { oasdiff, 'libopenapi-validator': libopenapi }
