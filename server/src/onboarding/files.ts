import { type FileNeeds, storeFile } from '../customers/files.ts';
import type { StoredBlob } from '../providers/blobs/port.ts';
import { Inspection, type Verdict } from './inspection.ts';

export interface StoredFile extends StoredBlob {
  verdict: Verdict;
}

/** Stores what may become a document, and looks at it while it arrives. */
export async function storeInspected(
  needs: FileNeeds,
  platformId: string,
  chunks: AsyncIterable<Buffer>,
): Promise<StoredFile> {
  const inspection = new Inspection();
  const stored = await storeFile(needs, platformId, inspected(chunks, inspection));
  return { ...stored, verdict: inspection.end() };
}

/** What cannot become a document is heard to its end and not kept. */
async function* inspected(chunks: AsyncIterable<Buffer>, inspection: Inspection): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    inspection.push(chunk);
    if (!inspection.isHopeless) yield chunk;
  }
}
