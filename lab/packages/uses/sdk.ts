/** Uses of the SDK. */
import { addConsumer, checkConsumer, consumerPeers } from '../consumer/index.ts'
import { expect, type PackageUses } from './use.ts'

export const sdk: PackageUses = {
  prepare: addConsumer,
  peers: ['@types/node', '@types/react', ...consumerPeers],
  uses: [
    {
      title: 'all entries: data, errors, pages',
      async run({ node }) {
        await checkConsumer(async (input) => {
          const { code, stdout, stderr } = await node('consumer-cli.mjs', JSON.stringify(input))
          expect(code === 0, stderr)
          return JSON.parse(stdout)
        })
      },
    },
  ],
}
