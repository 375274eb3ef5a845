/** Closes connections so that the last response arrives. */
import type { Duplex } from 'node:stream'
import { serverLimits } from './server-limits.ts'

/** Discards further input before it closes: with unread input, the system resets the connection and loses the response. */
export function closeGracefully(socket: Duplex): void {
  // A peer that keeps the connection open must not keep the process alive.
  socket.on('error', () => socket.destroy())
  destroyAfter(socket, serverLimits.lingerTimeout)
  socket.resume()
  socket.end()
}

export function destroyAfter(socket: Duplex, milliseconds: number): void {
  const timer = setTimeout(() => socket.destroy(), milliseconds).unref()
  socket.once('close', () => clearTimeout(timer))
}
