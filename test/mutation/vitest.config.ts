/** The tests that StrykerJS runs against each mutant: those that hold rules, stores, auth and http in one process. */
import { defineConfig } from 'vitest/config'
import { promiseTags } from '../support/promises.ts'

export default defineConfig({
  test: {
    include: [
      'test/server/rules.test.ts',
      'test/server/tokens.test.ts',
      'test/server/rate-limit.test.ts',
      'test/server/admin-key.test.ts',
      'test/server/login.test.ts',
      'test/server/sign-up.test.ts',
      'test/server/account-deletion.test.ts',
      'test/server/incidents.test.ts',
      'test/server/statistics.test.ts',
      'test/server/listing.test.ts',
      'test/server/store/{memory,sqlite,durable-file,batch-queue,write-batch,retry,record-shape}.test.ts',
      'test/http/{requests,paths,order,protocol}.test.ts',
    ],
    tags: promiseTags,
    testTimeout: 20_000,
  },
})
