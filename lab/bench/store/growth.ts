/** The benchmark `store-growth`: how the cost of each store grows with its number of records. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { exchange } from '../child-server.ts'
import { type Benchmark, formatTable, type Row } from '../report.ts'
import { describeLoad, median, medianRatio, takeTurns } from '../rounds.ts'
import type { Round } from './growth-child.ts'
import { type BackEnd, backEnds, fill, type Locations, withLocations } from './locations.ts'
import { block, blocks, moreUsers, slices } from './records.ts'

const rounds = 5
const opens = 3

interface Subject {
  backEnd: BackEnd
  records: number
  /** The number of scheduled users beyond those of the blocks. */
  users: number
}

interface Measured extends Subject {
  rounds: Round[]
  open: number[]
  memory: number
}

function listSubjects(full: boolean): Subject[] {
  const sizes = (backEnd: BackEnd) => [1_000, 10_000, 100_000, ...(full && backEnd !== 'file' ? [1_000_000] : [])]
  const mixed = backEnds.flatMap((backEnd) => sizes(backEnd).map((records) => ({ backEnd, records, users: 0 })))
  const users = { records: 1_001_000, users: 1_000_000 }
  return full ? [...mixed, { backEnd: 'sqlite', ...users }, { backEnd: 'postgres', ...users }] : mixed
}

const program = fileURLToPath(new URL('growth-child.ts', import.meta.url))

/** Fills a store for the subject and returns a function that starts a process on it. */
async function prepare({ backEnd, records, users }: Subject, locations: Locations): Promise<() => ChildProcess> {
  const url = await locations.create(backEnd)
  const count = (records - users) / block.records
  if (backEnd === 'file') await fill(url, [blocks(0, count)])
  if (backEnd === 'sqlite' || backEnd === 'postgres') await fill(url, slices(count))
  if (users) await fill(url, moreUsers(users))
  if (backEnd === 'postgres') await locations.vacuum(url)
  return () => fork(program, [url, String(count)])
}

async function measure(subjects: Subject[], locations: Locations): Promise<Measured[]> {
  const starts: (() => ChildProcess)[] = []
  for (const subject of subjects) starts.push(await prepare(subject, locations))
  const open = await takeTurns(
    opens,
    starts.map((start) => async () => {
      const child = start()
      const milliseconds = await exchange<number>(child)
      await exchange(child, 'end')
      return milliseconds
    }),
  )
  const children: ChildProcess[] = []
  try {
    for (const start of starts) {
      const child = start()
      children.push(child)
      await exchange(child)
    }
    const measured = await takeTurns(
      rounds,
      children.map((child) => () => exchange<Round>(child, 'round')),
    )
    const memory: number[] = []
    for (const child of children) memory.push(await exchange<number>(child, 'end'))
    return subjects.map((subject, n) => ({
      ...subject,
      rounds: measured[n] ?? [],
      open: open[n] ?? [],
      memory: memory[n] ?? NaN,
    }))
  } finally {
    for (const child of children) child.kill()
  }
}

/** The costs by name, with a figure for each round. */
const costs: Record<string, (measured: Measured) => number[]> = {
  'resolve, 1 client': ({ rounds }) => rounds.map(({ one }) => one),
  'resolve, 50 clients': ({ rounds }) => rounds.map(({ fifty }) => fifty),
  reset: ({ rounds }) => rounds.map(({ reset }) => reset),
  'first page': ({ rounds }) => rounds.map(({ first }) => first),
  'last page': ({ rounds }) => rounds.map(({ last }) => last),
  open: ({ open }) => open,
  memory: ({ memory }) => [memory],
}

function toRow(measured: Measured): Row {
  const cost = (name: string) => median(costs[name]?.(measured) ?? [])
  const { backEnd, records, users } = measured
  return {
    store: backEnd,
    records: `${records.toLocaleString('en-US')}${users ? ' *' : ''}`,
    'resolves/s, 1 client': Math.round(1_000 / cost('resolve, 1 client')),
    '50 clients': Math.round(1_000 / cost('resolve, 50 clients')),
    'reset ms': roundOff(cost('reset')),
    'first page ms': roundOff(cost('first page')),
    'last page ms': roundOff(cost('last page')),
    'open ms': roundOff(cost('open')),
    'RSS MB': Math.round(cost('memory') / 1e6),
  }
}

/** The ratio of a cost to that at the next smaller size, in the same round. */
function toGrowth(all: Measured[]): Row[] {
  return backEnds.flatMap((backEnd) => {
    const sizes = all.filter((measured) => measured.backEnd === backEnd && measured.users === 0)
    return Object.entries(costs).map(([name, cost]) => {
      const row: Row = { store: backEnd, 'cost of': name }
      for (const [n, larger] of sizes.slice(1).entries()) {
        const smaller = sizes[n] as Measured
        row[`to ${larger.records.toLocaleString('en-US')}`] = `${roundOff(medianRatio(cost(larger), cost(smaller)))}x`
      }
      return row
    })
  })
}

/** Rounds to two significant figures. */
function roundOff(number: number): number {
  return Number(number.toPrecision(2))
}

export const storeGrowth = (full: boolean): Benchmark => ({
  title: 'what each store does per second, and how its cost grows with its records',
  run: () =>
    withLocations(async (locations) => {
      const all = await measure(listSubjects(full), locations)
      const notes = [
        `Medians of ${rounds} interleaved rounds and of ${opens} starts. A page has 100 users, at 1,000 records all 10.`,
        'The memory is that of our process alone; opening the memory store includes loading its records.',
        full
          ? '* A million users scheduled for deletion, so that the last page is page 10,000.'
          : 'A million records: not measured, --full does that.',
        'A million records in a file: not measured, a write would take a second or more.',
        describeLoad(),
        '',
        'The cost at a size over the cost at the size before: 10x is linear, 1x is flat.',
        '',
        formatTable(toGrowth(all)),
      ]
      return { rows: all.map(toRow), notes }
    }),
})
