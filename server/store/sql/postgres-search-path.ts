/** Finds the schema of the tables once: what the search_path names may change while the server runs. */
import type { Connection } from './postgres-connection.ts'

const facts = `select current_schema() as current, current_setting('search_path') as path, array(
    select nspname::text from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
    where relname = 'monitoring_versions' and nspname = any(current_schemas(false))) as holders`

/** @throws Error in one line if there is no schema, or more than one that may be meant. */
export async function findSchema(connection: Connection): Promise<string> {
  const { rows } = await connection.query({ text: facts })
  const { current, path, holders } = rows[0] as { current: string | null; path: string; holders: string[] }
  if (current === null) {
    throw new Error(`no schema of the search_path (${path}) exists, or the role may not use it: create it first`)
  }
  if (holders.some((holder) => holder !== current)) {
    const found = holders.length > 1 ? `several sets of tables: in ${holders.join(', ')}` : `tables in ${holders}`
    throw new Error(
      `the search_path (${path}) begins with ${current}, and reaches ${found}; ` +
        'name one schema in the address: ?options=-c%20search_path%3DSCHEMA',
    )
  }
  return current
}
