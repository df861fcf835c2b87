export interface StoredBlob {
  id: string;
  size: number;
}

/** Where files are kept: written and read as streams, never whole in memory. */
export interface Blobs {
  /** Complete once this answers; a writer that dies leaves nothing that counts. `id`: for a caller who must know it before. */
  write(platformId: string, chunks: AsyncIterable<Buffer>, id?: string): Promise<StoredBlob>;
  read(platformId: string, id: string): AsyncIterable<Buffer>;
  remove(platformId: string, id: string): Promise<void>;
}
