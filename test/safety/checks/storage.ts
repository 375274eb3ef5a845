/** F. Storage faults. */
import { check, type Part } from './check.ts'

export const storage: Part = {
  64: check('What was acknowledged survives kill -9, and SQLite syncs on every opening.', {
    'store/kill': ['what is acknowledged survives'],
    'store/history': ['kills, pauses and lost connections bring no history about that cannot have been'],
    'store/sqlite-file': [
      'each write is on the disk before it is acknowledged, on the first opening and on each later one',
    ],
  }),
  65: check('What was acknowledged survives a power loss.', {
    'store/power': ['%s keeps what is acknowledged when the power goes'],
    'store/postgres-failures': [
      'a database that acknowledges what is not on the disk is refused in one line that says so',
    ],
  }),
  66: check('On a full disk each write is refused and leaves no trace, and later ones work.', {
    'store/full-disk': ['a disk that is full', 'a file that may not grow'],
    'store/sqlite-failures': ['when the disk is full, each write is refused and leaves no trace'],
    'store/faults-http': ['A refusal by the disk leaves no trace'],
  }),
  67: check('A sync that fails ends the writing.', {
    'store/faults-http': ['A folder that cannot be synced ends the service'],
    'store/queue': ['when it is unknown what is on the disk, the store stops for good'],
  }),
  68: check('In a folder that can only be read nothing is acknowledged.', {
    'store/full-disk': ['a folder that has become read-only'],
  }),
  69: check('A second process does not start on one file.', {
    'store/lock': ['while one process has the file open, another is refused in one line, and changes nothing'],
  }),
  70: check('A file that is not ours, or not whole, is refused and left as it is.', {
    'store/foreign-file': ['a file that is %s is refused in one line and left as it is'],
    'store/sqlite-file': ['a file that is %s is refused in one line, and all is left as it is'],
    'safety/files': ['A server does not start on a %s that is not its own'],
  }),
  71: check('Files are for their owner only after every write, and a link stays one.', {
    'store/file': ['after each write the file is readable by its owner only', 'a link to %s stays a link'],
    'store/sqlite-file': ['in %s, the file and what lies beside it are readable by their owner only'],
    'safety/files': ['After a write, all files of a %s are for their owner only'],
  }),
  72: check('While the database is away the answer is 503, and afterwards the server goes on.', {
    'store/postgres-outage': ['a server whose database is down answers 503 and when to come again'],
    'store/postgres-failures': [
      'when all are lost, each is missed at most once',
      'one connection serves fifty callers',
    ],
  }),
  73: check('Tables of a newer version are refused.', {
    'store/migrations': ['a database of a newer version is refused in one line that names both, and left as it is'],
  }),
}
