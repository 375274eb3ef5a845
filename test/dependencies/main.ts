/** `npm run check:supply`: checks npm's bill of materials for hashes, and the licences of all packages. */
import { fileURLToPath } from 'node:url'
import { runCommand } from '@monitoring-service/http/node'
import { runScript } from '../../build/run-script.ts'
import { surveyLicences } from './licences.ts'
import { lockedPackages, root } from './lockfile.ts'

interface Bill {
  bomFormat: string
  components: { purl: string; hashes?: { alg: string; content: string }[]; 'bom-ref': string }[]
}

await runCommand(async () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { bomFormat, components }: Bill = JSON.parse(
    runScript('npm', args, { cwd: fileURLToPath(root), maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  const thirdParty = components.filter(({ purl }) => !purl.includes('%40monitoring-service/'))
  const unhashed = thirdParty.filter(({ hashes = [] }) => !hashes.some(({ alg }) => alg === 'SHA-512'))
  if (bomFormat !== 'CycloneDX') throw new Error(`npm sbom returned ${bomFormat}, not CycloneDX`)
  if (unhashed.length > 0) throw new Error(`without a hash: ${unhashed.map((one) => one['bom-ref']).join(', ')}`)
  const { counts, refused } = surveyLicences()
  if (refused.length > 0) throw new Error(`with a licence that is not allowed: ${refused.join(', ')}`)
  const licences = [...counts].sort(([, a], [, b]) => b - a).map(([licence, count]) => `${count} ${licence}`)
  const total = `${lockedPackages.length} packages, ${thirdParty.length} in the bill of materials, each with a hash`
  console.log(`${total}: ${licences.join(', ')}`)
})
