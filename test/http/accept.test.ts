/** Which callers get the HTML page of an address that also has a JSON document. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { prefersHtml } from '@monitoring-service/http/node'
import { expect, it } from 'vitest'

const requestWith = (accept: string | undefined) =>
  Object.assign(new IncomingMessage(new Socket()), { headers: accept === undefined ? {} : { accept } })

it.each([
  'text/html',
  'TEXT/HTML',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/*',
  'application/json;q=0.5, text/html',
])('prefers HTML with Accept: %s', (accept) => {
  expect(prefersHtml(requestWith(accept))).toBe(true)
})

it.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/html;q=0',
  'text/html;q=0.5, application/json',
  'text/html;q=0',
  'text/htmlish',
  'image/png',
  'not a media type',
])('does not prefer HTML with Accept: %s', (accept) => {
  expect(prefersHtml(requestWith(accept))).toBe(false)
})
