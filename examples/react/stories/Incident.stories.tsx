/** An incident after a click on its button: what the service may answer. */
import { scenario } from '@monitoring-service/mock/msw'
import preview from '../.storybook/preview.tsx'
import { Incident } from '../src/Incident.tsx'
import { clientOf } from '../src/service.ts'

const meta = preview.meta({
  component: Incident,
  args: { client: clientOf('server'), id: '01J0000000000001NC1DENT001', title: 'Checkout is slow' },
  play: async ({ canvas, userEvent }) => userEvent.click(canvas.getByRole('button')),
})

export const Resolved = meta.story({
  beforeEach: ({ msw }) => msw.use(scenario('resolveIncident', 'resolveWithCause')),
})

export const AlreadyResolved = meta.story({
  beforeEach: ({ msw }) => msw.use(scenario('resolveIncident', 'alreadyResolved')),
})

export const Forbidden = meta.story({
  beforeEach: ({ msw }) => msw.use(scenario('resolveIncident', 'readScopeOnly')),
})
