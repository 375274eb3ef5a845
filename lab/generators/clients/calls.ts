/** The calls of every generated client: the eight operations, each with its response as status and body. */

export interface Reply {
  status: number
  body?: unknown
}

export interface Calls {
  signup(body: { email: string; password: string; name?: string }): Promise<Reply>
  login(body: { email: string; password: string }): Promise<Reply>
  resolveIncident(id: string, body: { cause?: string }, token: string): Promise<Reply>
  deleteIncident(id: string, token: string): Promise<Reply>
  scheduleAccountDeletion(body: { password: string }, token: string): Promise<Reply>
  listDeletionRequests(query: { page?: number; limit?: number }, adminKey: string): Promise<Reply>
  resetServiceStats(id: string, query: { before?: string }, token: string): Promise<Reply>
  resetMonitorStats(id: string, query: { before?: string }, token: string): Promise<Reply>
}

export type Connect = (baseUrl: string) => Calls

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` }) as const
export const admin = (key: string) => ({ 'X-Admin-Api-Key': key })

/** For clients whose responses have a status and data. */
export async function replyOf(call: Promise<{ status: number; data?: unknown }>): Promise<Reply> {
  const { status, data } = await call
  return { status, body: data }
}
