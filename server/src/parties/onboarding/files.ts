import type { StoredBlob } from '../../engine/providers/blobs/port.ts';
import { type FileDeps, storeFile } from '../customers/files.ts';
import { Inspection, type InspectionResult } from './inspection.ts';

export interface StoredFile extends StoredBlob {
  inspection: InspectionResult;
}

/** Stores a file and inspects it while it arrives. */
export async function storeInspected(
  deps: FileDeps,
  platformId: string,
  chunks: AsyncIterable<Buffer>,
): Promise<StoredFile> {
  const inspection = new Inspection();
  const stored = await storeFile(deps, platformId, inspected(chunks, inspection));
  return { ...stored, inspection: inspection.end() };
}

/** Passes chunks on until the file is rejected. The rest is read but not stored. */
async function* inspected(chunks: AsyncIterable<Buffer>, inspection: Inspection): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    inspection.push(chunk);
    if (!inspection.isRejected) yield chunk;
  }
}
