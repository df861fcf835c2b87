/** Shared by the server, which writes the search index, and the page, which reads it. */
export const searchOptions = { fields: ['title', 'path', 'text'], storeFields: ['title', 'section', 'url'] };

/** Finds words by their beginning and with typing errors. */
export const queryOptions = { prefix: true, fuzzy: 0.25, boost: { title: 3, path: 2 }, combineWith: 'AND' } as const;
