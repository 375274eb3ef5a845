/** A route handler for the page's own scripts: the admin key stays on the server. */
import { countLeaving } from '../service'

export const GET = async () => Response.json({ leaving: await countLeaving() })
