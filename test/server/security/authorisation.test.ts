/** Who may do what: every operation by every kind of caller, as the contract has it, with no empty cell. */
import { hash } from 'bcryptjs'
import { expect, it } from 'vitest'
import { emptyData } from '../../../server/store/records.ts'
import { onEachStore } from '../../support/spawned-server.ts'
import { addRecords } from '../store/crash/round-data.ts'
import { ask, type Cell, cells, readers, recordsOf } from './authorisation/cells.ts'
import { expected, expectedTable, table } from './authorisation/expected.ts'

const isRefused = ({ operationId, caller }: Cell) => !expected(operationId, caller).startsWith('2')

onEachStore((subject) => {
  const said = new Map<string, string>()
  const send = async (cell: Cell) => {
    const answer = await ask(subject().url, cell)
    said.set(`${cell.operationId} ${cell.name}`, answer.statusLine)
  }

  it('every caller gets from every operation what the contract says, and whoever is refused has changed nothing', {
    tags: ['P38', 'P49', 'P50', 'P51', 'P55'],
    timeout: 120_000,
  }, async () => {
    const [records, passwordHash] = [emptyData(), await hash('a-good-password', 4)]
    for (const cell of cells) addRecords(records, recordsOf(cell, passwordHash))
    await subject().load(records)
    await subject().purge(new Date())
    const start = await subject().dump()
    for (const cell of cells.filter(isRefused)) await send(cell)
    let before = await subject().dump()
    expect(before).toEqual(start)
    for (const cell of cells.filter((cell) => !isRefused(cell))) {
      await send(cell)
      const after = await subject().dump()
      // That whoever is let in does change something shows that those who were refused asked for the right thing.
      const is = expect(after, `after ${cell.operationId} by ${cell.name}`)
      if (readers.includes(cell.operationId)) is.toEqual(before)
      else is.not.toEqual(before)
      before = after
    }
    expect(table((id, name) => said.get(`${id} ${name}`) ?? 'empty')).toBe(expectedTable())
  })
})
