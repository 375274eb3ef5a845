#!/usr/bin/env node
/** The entry point of the command line. */
import { setFlagsFromString } from 'node:v8'
import { processTerminal } from '../report/console.ts'
import { execute } from './execute.ts'

// Objects of a run are short-lived: collected more often, they take 100 MB less memory and no more time.
setFlagsFromString('--semi-space-growth-factor=1')

process.exitCode = await execute(process.argv.slice(2), process.env, processTerminal())
// After a signal, does not wait for pending requests.
if (Number(process.exitCode) > 128) process.exit()
