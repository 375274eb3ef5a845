/** The screen that `npm start` prints: servers, accounts and commands to paste. */
import { styleText } from 'node:util'
import { demo } from '@monitoring-service/contract'
import { accounts } from '@monitoring-service/contract/demo-accounts'

export function dim(text: string): string {
  return styleText('dim', text, { stream: process.stdout })
}

type ServerLine = readonly [name: string, url: string, note: string]

/** @param sections lines by label. */
export function formatWelcome(servers: ServerLine[], sections: Record<string, string[]>, closing: string): string {
  const toLine = (label: string, line: string) => `${label.padEnd(10)}${line}`
  return [
    '',
    ...servers.map(([name, url, note]) => toLine(name, `listening on ${url}   ${dim(note)}`)),
    ...Object.entries(sections).flatMap(([label, lines]) => [
      '',
      ...lines.map((line, index) => toLine(index === 0 ? label : '', line)),
    ]),
    '',
    dim(closing),
  ].join('\n')
}

export function accountLines(): string[] {
  const width = Math.max(...accounts.map(([email]) => email.length))
  return [
    dim(`the password of every account is ${demo.password}`),
    ...accounts.map(([email, description]) => `${email.padEnd(width)}  ${dim(description)}`),
  ]
}

/** A curl command that logs in. */
export function loginCommand(url: string): string {
  const body = JSON.stringify({ email: accounts[0][0], password: demo.password })
  return `curl -s ${url}/auth/login -H 'Content-Type: application/json' -d '${body}'`
}
