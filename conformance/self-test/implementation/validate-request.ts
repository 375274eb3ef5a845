/** The steps of validation; each returns a message, or undefined if the value is valid. */
import { limits, operations } from '@monitoring-service/contract'
import { ServiceError } from './service-error.ts'
import type { Json, ServiceCall, Steps } from './steps.ts'

const proofs = {
  none: 'body.password is required, or body.verificationCode is required',
  both: 'body.verificationCode is unknown, or body.password is unknown',
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const email = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'i')

export const validation = {
  validate(call) {
    const problem = this.queryError(call) ?? this.bodyError(call)
    if (problem !== undefined) throw new ServiceError('VALIDATION_ERROR', problem)
  },

  queryError({ operation, query }) {
    const known = operation === 'none' ? [] : Object.keys(operations[operation].query)
    for (const name of new Set(query.keys())) {
      const [text = '', ...others] = query.getAll(name)
      if (!known.includes(name)) return `query.${name} is unknown`
      if (others.length > 0) return `query.${name} must not be repeated`
      if (text === '') return `query.${name} must not be empty`
      const problem = name === 'before' ? this.dateError(text) : this.integerError(name, text)
      if (problem !== undefined) return problem
    }
    return undefined
  },

  bodyError(call) {
    const { operation, body } = call
    if (operation === 'none' || !operations[operation].body) return undefined
    if (body === undefined) return operation === 'resolveIncident' ? undefined : 'body is required'
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'body must be object'
    if (operation === 'resolveIncident') {
      return (
        this.unknownPropertyError(body, ['cause']) ??
        ('cause' in body ? this.textError('cause', body.cause) : undefined)
      )
    }
    if (operation === 'scheduleAccountDeletion') return proofProblem(this, body)
    if (!('email' in body)) return 'body.email is required'
    if (!('password' in body)) return 'body.password is required'
    const known = operation === 'signup' ? ['email', 'password', 'name'] : ['email', 'password']
    return (
      this.unknownPropertyError(body, known) ??
      this.emailError(body.email, call) ??
      this.passwordError(body.password, call) ??
      guessedPasswordError(call) ??
      ('name' in body ? this.textError('name', body.name) : undefined)
    )
  },

  unknownPropertyError(body, known) {
    const unknown = Object.keys(body).find((name) => !known.includes(name))
    return unknown === undefined ? undefined : `body.${unknown} is unknown`
  },

  textError(name, value) {
    if (typeof value !== 'string') return `body.${name} must be string`
    const isInvalid = !value.isWellFormed() || value.includes('\0')
    if (isInvalid) return `body.${name} must be well-formed text without NUL`
    const most = { name: limits.nameLength, cause: limits.causeLength }[name] ?? Number.POSITIVE_INFINITY
    return [...value].length > most ? `body.${name} must NOT have more than ${most} characters` : undefined
  },

  emailError(value) {
    if (typeof value !== 'string') return 'body.email must be string'
    if (value.length > 254) return 'body.email must NOT have more than 254 characters'
    return email.test(value) ? undefined : 'body.email must match format "email"'
  },

  passwordError(value, { operation }) {
    if (typeof value !== 'string') return 'body.password must be string'
    if (operation === 'login') return undefined
    const length = [...value].length
    if (length < 8) return 'body.password must NOT have fewer than 8 characters'
    if (length > 72) return 'body.password must NOT have more than 72 characters'
    const tooLong = Buffer.byteLength(value) > 72
    return this.textError('password', value) ?? (tooLong ? 'body.password must not take more than 72 bytes' : undefined)
  },

  integerError(name, text) {
    if (!/^(?:0|-?[1-9][0-9]*)$/.test(text)) return `query.${name} must be a plain decimal`
    const { min, max } = name === 'page' ? { min: this.pageBounds.first, max: this.pageBounds.max } : this.limitBounds
    if (Number(text) < min) return `query.${name} must be >= ${min}`
    return Number(text) > max ? `query.${name} must be <= ${max}` : undefined
  },

  dateError(text) {
    const midnight = new Date(`${text}T00:00:00Z`)
    const exists = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith('0000') && exists
    return isDate ? undefined : 'query.before must match format "date"'
  },
} satisfies Partial<Steps> & ThisType<Steps>

/** A published password or the account's own address; one entry stands for the list of a service. */
function guessedPasswordError({ operation, body }: ServiceCall): string | undefined {
  if (operation !== 'signup') return undefined
  const { email, password } = body as { email: string; password: string }
  if (password === 'password') return 'body.password is one of the most common passwords: choose another one'
  const isEmail = password.toLowerCase() === email.toLowerCase()
  return isEmail ? 'body.password is the e-mail address: choose another one' : undefined
}

function proofProblem(steps: Steps, body: Json): string | undefined {
  const { password, verificationCode } = body
  if (password !== undefined && verificationCode !== undefined) return proofs.both
  if (password === undefined && verificationCode === undefined) return proofs.none
  const unknown = steps.unknownPropertyError(body, ['password', 'verificationCode'])
  if (unknown !== undefined) return unknown
  if (password !== undefined) return typeof password === 'string' ? undefined : 'body.password must be string'
  if (typeof verificationCode !== 'string') return 'body.verificationCode must be string'
  return /^[0-9]{6}$/.test(verificationCode) ? undefined : 'body.verificationCode must match pattern "^[0-9]{6}$"'
}
