/** How the cost of each store grows with the number of records. */
import { type Benchmark, formatTable, median, type Row } from './report.ts'
import type { Round } from './store-growth-child.ts'
import { type Child, startChild } from './store-growth-children.ts'
import { type BackEnd, backEnds, fill, type Places, withPlaces } from './store-places.ts'
import { block, blocks, moreUsers, slices } from './store-records.ts'
import { medianRatio, takeTurns, tellLoad } from './store-rounds.ts'

const rounds = 5
const opens = 3

interface Subject {
  backEnd: BackEnd
  records: number
  /** How many of the records are more scheduled users than the blocks have. */
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

/** Fills a store of its own for the subject and returns a way to start processes on it. */
async function prepare({ backEnd, records, users }: Subject, places: Places): Promise<() => Promise<Child>> {
  const url = await places.make(backEnd)
  const count = (records - users) / block.records
  if (backEnd === 'file') await fill(url, [blocks(0, count)])
  if (backEnd === 'sqlite' || backEnd === 'postgres') await fill(url, slices(count))
  if (users) await fill(url, moreUsers(users))
  if (backEnd === 'postgres') await places.settle(url)
  return () => startChild(url, count)
}

async function measure(subjects: Subject[], places: Places): Promise<Measured[]> {
  const starts: (() => Promise<Child>)[] = []
  for (const subject of subjects) starts.push(await prepare(subject, places))
  const open = await takeTurns(
    opens,
    starts.map((start) => async () => {
      const child = await start()
      await child.end()
      return child.open
    }),
  )
  const children: Child[] = []
  try {
    for (const start of starts) children.push(await start())
    const taken = await takeTurns(
      rounds,
      children.map((child) => () => child.measure()),
    )
    const memory: number[] = []
    for (const child of children) memory.push(await child.end())
    return subjects.map((subject, n) => ({
      ...subject,
      rounds: taken[n] ?? [],
      open: open[n] ?? [],
      memory: memory[n] ?? NaN,
    }))
  } finally {
    for (const child of children) child.kill()
  }
}

/** What grows: its name and its figure in each round, in a unit of cost. */
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

/** What one costs at a size over what it costs at the size before, in the same round. */
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

/** Two figures that count. */
function roundOff(number: number): number {
  return Number(number.toPrecision(2))
}

export const storeGrowth = (full: boolean): Benchmark => ({
  title: 'what each store does per second, and how its cost grows with its records',
  run: () =>
    withPlaces(async (places) => {
      const all = await measure(listSubjects(full), places)
      const notes = [
        `Medians of ${rounds} interleaved rounds and of ${opens} starts. A page has 100 users, at 1,000 records all 10.`,
        'The memory is that of our process alone; the start of the memory store includes bringing its records along.',
        full
          ? '* A million users scheduled for deletion, so that the last page is page 10,000.'
          : 'A million records: not measured, --full does that.',
        'A million records in a file: not measured, a write would take a second or more.',
        tellLoad(),
        '',
        'What one costs at a size over what it costs at the size before: 10x is linear, 1x is flat.',
        '',
        formatTable(toGrowth(all)),
      ]
      return { rows: all.map(toRow), notes }
    }),
})
