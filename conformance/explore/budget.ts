/** How long a run explores, and how many requests that may cost the target. */

export const defaultSeconds = 5
/** Requests that exploring may send in each second that it has. */
export const requestsPerSecond = 280
