/** Runs a check again where what it found may be nobody's fault: of a fixture, a token's age or a connection's end. */
import { acceptanceExpected } from '../assess/response.ts'
import { NoResponseError } from '../client/http.ts'
import type { Check } from '../dsl/suite.ts'
import { type CheckRun, type RunServices, runCheckOnce } from './run-check.ts'

/**
 * A caller whom the hook made may be other than one who signed up, such as not alone in the team, and be refused for that.
 * So the check is run again with accounts that the kit signs up: only what it finds then is held against the target.
 */
export async function runCheck(run: RunServices, check: Check): Promise<CheckRun> {
  const ran = await playRenewed(run, check)
  const finding = ran.record.findings.find(({ expected }) => expected === acceptanceExpected)
  if (!ran.record.usedPooledUser || !finding) return ran
  const again = await playAnew({ ...run, pool: { ...run.pool, pooledUser: async () => undefined } }, check)
  if (again.record.findings.length > 0 || again.completion.kind !== 'ran') return again
  run.pool.disablePooledUsers()
  const reason = `the hook's freeCaller is refused where an account that signed up is not, which is held against nobody: is the freeCaller alone in the team? seen: ${finding.seen}`
  return { ...ran, record: { ...ran.record, findings: [] }, completion: { kind: 'unverified', reason } }
}

/** How often a check begins again with new access tokens. */
const mostRenewals = 3

const renewed = 'new access tokens, since an old one was not taken any more (401) and the check began again'

/**
 * The access token of a caller whom checks share may have expired meanwhile. If one was not taken in a check that failed,
 * they get new ones, and the check begins again: that counts.
 */
async function playRenewed(run: RunServices, check: Check, left = mostRenewals): Promise<CheckRun> {
  const ran = await playAnew(run, check)
  if (ran.record.findings.length === 0 || left === 0) return ran
  const refused = ran.record.steps.filter(
    ({ request, response }) => response.status === 401 && !request.invalidCredential,
  )
  const shown = refused.flatMap(({ request }) => Object.values(request.headers))
  const isMeant = (token: string) => token !== '' && shown.some((value) => value.includes(token))
  const sender = { transport: run.settings.transport, send: run.client.send }
  if (!(await run.pool.renew(sender, isMeant))) return ran
  const again = await playRenewed(run, check, left - 1)
  if (!again.record.given.includes(renewed)) again.record.given.push(renewed)
  return again
}

/** How often a check begins again whose connections were closed: on a busy machine that happens several times on end. */
const mostAnew = 5

/**
 * A target may close a connection that was kept alive in the very moment it is used again, and what was on its way may have
 * been done. To send it again could be refused for that; so the check begins again, with everything given anew.
 */
async function playAnew(run: RunServices, check: Check, left = mostAnew): Promise<CheckRun> {
  try {
    return await runCheckOnce(run, check, left === 0)
  } catch (error) {
    // What took too long on a busy machine is not likely to do so again; one more time tells.
    if (error instanceof NoResponseError) return playAnew(run, check, error.connectionClosed ? left - 1 : 0)
    throw error
  }
}
