import { useQuery } from '@tanstack/react-query';
import { type ApiDocument, readDocument } from './read-document.ts';

/** The OpenAPI document, loaded once and only when a form is shown. */
export const useApiDocument = () =>
  useQuery({
    queryKey: ['openapi'],
    queryFn: loadDocument,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

async function loadDocument(): Promise<ApiDocument> {
  const answer = await fetch('/openapi.json');
  if (!answer.ok) throw new Error(`The description of the API could not be read: status ${answer.status}.`);
  return readDocument(await answer.json());
}
