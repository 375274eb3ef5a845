/** Runs a check again where what it found may be nobody's fault: of a fixture, a token's age or a connection's end. */
import { acceptance } from '../assess/response.ts'
import { NoAnswer } from '../client/http.ts'
import type { Check } from '../dsl/suite.ts'
import { play, type Ran, type Run } from './run-check.ts'

/**
 * A caller whom the hook made may be other than one who signed up, such as not alone in the team, and be refused for that.
 * So the check is run again with accounts that the kit signs up: only what it finds then is held against the target.
 */
export async function playFairly(run: Run, check: Check): Promise<Ran> {
  const ran = await playRenewed(run, check)
  const finding = ran.record.findings.find(({ expected }) => expected === acceptance)
  if (!ran.record.hasSpare || !finding) return ran
  const again = await playAnew({ ...run, supply: { ...run.supply, spare: async () => undefined } }, check)
  if (again.record.findings.length > 0 || again.ending.kind !== 'ran') return again
  run.supply.forgoSpares()
  const reason = `the hook's freeCaller is refused where an account that signed up is not, which is held against nobody: is the freeCaller alone in the team? seen: ${finding.seen}`
  return { ...ran, record: { ...ran.record, findings: [] }, ending: { kind: 'unverified', reason } }
}

/** How often a check begins again with new access tokens. */
const mostRenewals = 3

const renewed = 'new access tokens, since an old one was not taken any more (401) and the check began again'

/**
 * The access token of a caller whom checks share may have expired meanwhile. If one was not taken in a check that failed,
 * they get new ones, and the check begins again: that counts.
 */
async function playRenewed(run: Run, check: Check, left = mostRenewals): Promise<Ran> {
  const ran = await playAnew(run, check)
  if (ran.record.findings.length === 0 || left === 0) return ran
  const refused = ran.record.steps.filter(({ request, response }) => response.status === 401 && !request.disguise)
  const shown = refused.flatMap(({ request }) => Object.values(request.headers))
  const isMeant = (token: string) => token !== '' && shown.some((value) => value.includes(token))
  const sender = { transport: run.settings.transport, send: run.wire.send }
  if (!(await run.supply.renew(sender, isMeant))) return ran
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
async function playAnew(run: Run, check: Check, left = mostAnew): Promise<Ran> {
  try {
    return await play(run, check, left === 0)
  } catch (error) {
    // What took too long on a busy machine is not likely to do so again; one more time tells.
    if (error instanceof NoAnswer) return playAnew(run, check, error.wasClosed ? left - 1 : 0)
    throw error
  }
}
