/** Closes connections so that the last response arrives. */
import type { Duplex } from 'node:stream'

/** Milliseconds in which a client may still send; then it has read the response, or will not. */
const longest = 2_000

/** Discards further input before it closes: with unread input, the system resets the connection and loses the response. */
export function closeGracefully(socket: Duplex): void {
  // A peer that keeps the connection open must not keep the process alive.
  socket.on('error', () => socket.destroy())
  destroyAfter(socket, longest)
  socket.resume()
  socket.end()
}

export function destroyAfter(socket: Duplex, milliseconds: number): void {
  const timer = setTimeout(() => socket.destroy(), milliseconds).unref()
  socket.once('close', () => clearTimeout(timer))
}
