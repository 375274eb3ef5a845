/** The authorisation matrix: every operation by every kind of caller gets what the contract declares. */
import { hash } from 'bcryptjs'
import { expect, it } from 'vitest'
import { type Data, emptyData } from '../../../server/store/records.ts'
import { onEachStore } from '../../support/spawned-server.ts'
import { ask, type Cell, cells, isReader, password, recordsOf } from './authorisation/cells.ts'
import { expected, expectedTable, table } from './authorisation/expected.ts'

const isRefused = ({ operationId, caller }: Cell) => !expected(operationId, caller).startsWith('2')

onEachStore((subject) => {
  it('every caller gets the declared response of every operation, and a refused request changes nothing', {
    tags: ['P38', 'P47', 'P49', 'P50', 'P51', 'P55'],
    timeout: 120_000,
  }, async () => {
    const responses = new Map<string, string>()
    const send = async (cell: Cell) => {
      const { statusLine } = await ask(subject().url, cell)
      responses.set(`${cell.operationId} ${cell.name}`, statusLine)
    }
    const [records, passwordHash] = [emptyData(), await hash(password, 4)]
    for (const cell of cells) {
      const more = Object.entries(recordsOf(cell, passwordHash))
      for (const [name, added] of more) (records[name as keyof Data] as object[]).push(...added)
    }
    await subject().load(records)
    await subject().purge(new Date())
    const start = await subject().dump()
    for (const cell of cells.filter(isRefused)) await send(cell)
    let before = await subject().dump()
    expect(before).toEqual(start)
    for (const cell of cells.filter((cell) => !isRefused(cell))) {
      await send(cell)
      const after = await subject().dump()
      // Accepted requests change something, which shows that the refused ones were otherwise valid.
      const change = expect(after, `after ${cell.operationId} by ${cell.name}`)
      if (isReader(cell.operationId)) change.toEqual(before)
      else change.not.toEqual(before)
      before = after
    }
    expect(table((id, name) => responses.get(`${id} ${name}`) ?? 'empty')).toBe(expectedTable())
  })
})
