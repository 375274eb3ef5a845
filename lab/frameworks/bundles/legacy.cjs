/** A part of the program that requires the SDK. */
const { createMonitoring } = require('@monitoring-service/sdk')

const error = { code: 'INCIDENT_NOT_FOUND', message: 'There is none.', status: 404 }
const fetch = async () => Response.json({ error }, { status: 404 })
const session = { token: () => 'a token' }

exports.call = () => createMonitoring({ baseUrl: 'https://api.example', fetch, session }).incidents.delete('a')
