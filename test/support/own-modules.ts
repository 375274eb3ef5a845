/** Gives each test file modules of its own in a process that has run others: a module's hooks belong to the file that loads it. */
import { vi } from 'vitest'

vi.resetModules()
