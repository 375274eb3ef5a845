#!/usr/bin/env node
import { processTerminal } from '../report/console.ts'
/** The command line of the kit: reads arguments, runs a command, sets the exit code. */
import { execute } from './execute.ts'
import { exitCodes } from './run.ts'

process.exitCode = await execute(process.argv.slice(2), process.env, processTerminal())
// Requests that are still on their way are not waited for.
if (process.exitCode === exitCodes.interrupted) process.exit()
