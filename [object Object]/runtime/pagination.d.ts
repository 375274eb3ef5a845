/** Iteration over paginated lists. */
/** One page of a list (service document, 2.4). */
export interface Page<Item> {
    data: Item[];
    pagination: {
        page: number;
        limit: number;
        total: number;
    };
}
/** The number of the next page, or undefined if this is the last one. */
export declare function nextPage({ data, pagination: { page, limit, total } }: Page<unknown>): number | undefined;
/** Makes a list call iterable: iterating over it yields the records of all pages. */
export declare function paginate<Item, FirstPage extends Promise<Page<Item>>>(fetchPage: (page?: number) => FirstPage & Promise<Page<Item>>): FirstPage & AsyncIterable<Item>;
