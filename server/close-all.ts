/** Closes what was opened, in reverse order: `AsyncDisposableStack`, which Node 22 does not have. */

export interface Resources {
  /** Returns the resource, and closes it with the others. */
  adopt<T extends { close(): Promise<void> }>(resource: T): T
  defer(close: () => Promise<void>): void
  /** Closes each resource, even if another one fails to close. @throws the last failure. */
  close(): Promise<void>
}

function createResources(): Resources {
  const closers: (() => Promise<void>)[] = []
  const resources: Resources = {
    adopt(resource) {
      closers.push(() => resource.close())
      return resource
    },
    defer: (close) => void closers.push(close),
    async close() {
      const closer = closers.pop()
      if (!closer) return
      try {
        await closer()
      } finally {
        await resources.close()
      }
    },
  }
  return resources
}

/** Runs `open`; if it fails, closes the resources that it has opened. */
export async function withResources<T>(open: (resources: Resources) => Promise<T>): Promise<T> {
  const resources = createResources()
  try {
    return await open(resources)
  } catch (error) {
    // The reason of the failure matters more than a failure to close.
    await resources.close().catch(() => {})
    throw error
  }
}
