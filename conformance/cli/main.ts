#!/usr/bin/env node
/** The entry point of the command line. */
import { processTerminal } from '../report/console.ts'
import { execute } from './execute.ts'
import { exitCodes } from './run.ts'

process.exitCode = await execute(process.argv.slice(2), process.env, processTerminal())
// Does not wait for pending requests.
if (process.exitCode === exitCodes.interrupted) process.exit()
