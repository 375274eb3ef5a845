/** The login form, filled with an account of the demo data. */
import type { FormEvent } from 'react'
import { formatFailure } from './failure-message.ts'

interface Props {
  isPending: boolean
  error: Error | null
  onLogin(credentials: { email: string; password: string }): void
}

export function Login({ isPending, error, onLogin }: Props) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onLogin({ email: String(form.get('email')), password: String(form.get('password')) })
  }
  return (
    <form onSubmit={submit}>
      <label>
        E-mail
        <input name="email" type="email" autoComplete="username" defaultValue="owner@acme.example" required />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          defaultValue="correct-horse-battery"
          required
        />
      </label>
      <button type="submit" disabled={isPending}>
        Log in
      </button>
      <p role="alert">{formatFailure(error)}</p>
    </form>
  )
}
