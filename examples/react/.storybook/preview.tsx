/** For all stories: MSW answers in place of the service. */
import { createHandlers } from '@monitoring-service/mock/msw'
import { definePreview } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import addonMsw from 'msw-storybook-addon'
import { services } from '../src/service.ts'

export default definePreview({
  addons: [addonMsw()],
  beforeEach: ({ msw }) => msw.use(...createHandlers({ baseUrl: services.server })),
  decorators: (Story) => (
    <QueryClientProvider client={new QueryClient()}>
      <Story />
    </QueryClientProvider>
  ),
})
