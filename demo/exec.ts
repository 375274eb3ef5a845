#!/usr/bin/env node
/**
 * The command `exec` where the shell of npm's scripts has none: cmd.exe on Windows. Other shells have their own, which scripts
 * need for signals: npm sends SIGTERM to the shell alone, and a shell that is not replaced would leave the program behind.
 */
import { spawn } from 'node:child_process'

const [command = '', ...args] = process.argv.slice(2)
// Windows sends Ctrl-C to both processes; this one waits for the other.
process.on('SIGINT', () => {})
const child = spawn(command === 'node' ? process.execPath : command, args, { stdio: 'inherit' })
child.on('error', ({ message }) => console.error(message))
child.on('close', (code) => {
  process.exitCode = code ?? 1
})
