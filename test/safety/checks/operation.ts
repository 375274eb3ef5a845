/** G. Operation and supply chain. */
import { check, type Part } from './check.ts'

export const operation: Part = {
  74: check(
    'Told to stop, the server finishes what is under way, takes nothing new and ends with 0.',
    {
      'safety/connections': [
        'closes at once where nothing is under way, finishes the rest, and ends with 0',
        'under load leaves no answer by half, refuses what is new, and ends with 0',
      ],
      'server/operation': ['by %s finishes what is under way, and ends with 0'],
      'server/protocol': ['waits no longer than it was told'],
    },
    'A request that never ends is made up inside of the process.',
  ),
  75: check(
    'A mistake in a handler is a 500 that tells nothing.',
    { 'server/answers': ['the caller learns nothing of it, and the operator does'] },
    'A mistake outside of any request ends the process, as Node has it; what was acknowledged is kept (64). SECURITY.md says so.',
  ),
  76: check('No secret is in any log, and no caller writes a line of it.', {
    'safety/canaries': ['No secret is in a log, an error or a report, whatever comes of the request'],
    'server/log': ['Secrets go through every operation, right and wrong, and none is printed'],
  }),
  77: check(
    'Every package is pinned with its hash, comes from the public registry, is needed, and has a known licence; what is published is tested as packed.',
    {
      supply: [
        'Every package of the lockfile has a hash, and none names a place of its own',
        'One package may run a script when it is installed',
        'Every dependency is needed: %s',
        'Every package has a licence that this project may be shipped with',
      ],
      packed: ['A program of a user'],
      'conformance/packed': ['The packed command line judges a target, and says so by its exit code.'],
    },
    'Nothing is published yet, so that there is no provenance.',
  ),
  78: check('No secret comes with the program, and nothing but the contract is served.', {
    'server/start': ['A server says where it listens, in one line; without --demo it has neither'],
    'server/paths': ['A path that is not the contract’s letter by letter is unknown: %s'],
  }),
}
