import { paginate } from "../runtime/pagination.js";
import * as operations from "./sdk.gen.js";
/** @param on adds the client to the options of a call */
export const createCalls = (on) => ({
    auth: {
        signup: (body, options) => operations.signup({ ...on(options), body }),
        login: (body, options) => operations.login({ ...on(options), body }),
    },
    incidents: {
        resolve: (id, body, options) => operations.resolveIncident({ ...on(options), path: { id }, body }),
        delete: (id, options) => operations.deleteIncident({ ...on(options), path: { id } }),
    },
    account: {
        scheduleDeletion: (body, options) => operations.scheduleAccountDeletion({ ...on(options), body }),
    },
    admin: {
        deletionRequests: (query, options) => paginate((page) => operations.listDeletionRequests({ ...on(options), query: page ? { ...query, page } : query })),
    },
    services: {
        resetStats: (id, query, options) => operations.resetServiceStats({ ...on(options), path: { id }, query }),
    },
    monitors: {
        resetStats: (id, query, options) => operations.resetMonitorStats({ ...on(options), path: { id }, query }),
    },
});
