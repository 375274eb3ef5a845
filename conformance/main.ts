#!/usr/bin/env node
/** The command line of the kit: reads arguments, runs a command, sets the exit code. */
import { execute } from './commands/execute.ts'
import { processTerminal } from './commands/terminal.ts'

process.exitCode = await execute(process.argv.slice(2), process.env, processTerminal())
