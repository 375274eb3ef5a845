/** Storybook on Vite. */
import { defineMain } from '@storybook/react-vite/node'

export default defineMain({
  framework: '@storybook/react-vite',
  addons: ['msw-storybook-addon'],
  stories: ['../stories/*.stories.tsx'],
  staticDirs: ['../public'],
  core: { disableTelemetry: true },
})
