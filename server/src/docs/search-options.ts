/** Shared by the server, which writes the search index, and the page, which reads it. */
export const searchOptions = { fields: ['title', 'path', 'text'], storeFields: ['title', 'section', 'url'] };
