/** Waits that end by an abort signal or a timeout. */
import { type Endpoint } from './errors.ts';
/** A call with the signal that aborts it. */
export interface Abortable extends Endpoint {
    signal?: AbortSignal | null | undefined;
}
/**
 * Waits for a number of milliseconds, or at most that long for `work`. Rejects with the reason of the call's signal, or
 * with a TimeoutError if `work` takes too long. `work` receives a signal that is aborted when the wait ends, so that
 * nothing keeps running and no listener remains.
 */
export declare function wait<T = void>(call: Abortable, milliseconds: number, work?: (ended: AbortSignal) => Promise<T>): Promise<T>;
