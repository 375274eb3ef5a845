/** Wraps an SQL engine and records the statements that it runs. */
import type { CompiledQuery, DatabaseConnection, Driver } from 'kysely'
import type { Engine } from '../../../../server/store/sql/store.ts'

export function recordStatements(engine: Engine, statements: CompiledQuery[]): Engine {
  const { dialect } = engine
  const known = new WeakSet<DatabaseConnection>()
  function listen(connection: DatabaseConnection): DatabaseConnection {
    if (known.has(connection)) return connection
    known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (statement, options) => {
      statements.push(statement)
      return execute(statement, options)
    }
    return connection
  }
  function createDriver(): Driver {
    const driver = dialect.createDriver()
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (options) => listen(await acquire(options))
    return driver
  }
  return {
    ...engine,
    dialect: {
      createDriver,
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
    run(statement, db) {
      statements.push(statement)
      return engine.run(statement, db)
    },
  }
}
