/** Recognizes the answers of a gateway in front of the target: they have another form than those of the target. */
import type { ReceivedResponse } from './driver.ts'

/** How many answers are a gateway's, for reports. */
export interface GatewayAnswers {
  answers: number
  of: number
  /** Such as `502 text/html`. */
  forms: string[]
}

export type GatewayWatch = ReturnType<typeof createGatewayWatch>

/** A gateway has no response of the target, or does not ask for one. */
const ofGateways = [429, 502, 503, 504]
/** From so many answers in JSON, the headers of the target's own are known. */
const enough = 20

export function createGatewayWatch() {
  const own = new Set<string>()
  /** The statuses that the target answers in JSON, and the types of its errors that are no JSON. */
  const [statuses, types] = [new Set<number>(), new Set<string>()]
  const forms = new Map<string, number>()
  let [total, inJson] = [0, 0]
  return {
    /** The form of an answer that is a gateway's; undefined if it is the target's. */
    recognize({ status, headers, text }: ReceivedResponse, isJson: boolean): string | undefined {
      total += 1
      const sender = `${headers.server} ${headers.via}`
      if (isJson) {
        inJson += 1
        own.add(sender)
        statuses.add(status)
      }
      // A target that mostly answers otherwise than in JSON has no form of its own.
      if (isJson || text === '' || status < 400 || 2 * inJson < total) return undefined
      const isOther = inJson >= enough && !own.has(sender)
      const type = headers['content-type']?.split(';')[0] ?? 'without content type'
      // A firewall rejects requests as a target does.
      const isFirewall = status === 403 && type === 'text/html' && statuses.has(status) && !types.has(type)
      if (!isOther && !isFirewall && !ofGateways.includes(status)) {
        types.add(type)
        return undefined
      }
      const form = `${status} ${type}`
      forms.set(form, (forms.get(form) ?? 0) + 1)
      return form
    },
    summary(): GatewayAnswers | undefined {
      const answers = [...forms.values()].reduce((sum, count) => sum + count, 0)
      return answers === 0 ? undefined : { answers, of: total, forms: [...forms.keys()] }
    },
  }
}
