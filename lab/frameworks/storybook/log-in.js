/** The status of a log-in, as a story's component would see it. */
export const baseUrl = 'https://api.example'

export async function logIn() {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email: 'owner@acme.example', password: 'correct-horse-battery' })
  return (await fetch(`${baseUrl}/auth/login`, { method: 'POST', headers, body })).status
}
