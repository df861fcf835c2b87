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
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`The description of the API could not be read: status ${response.status}.`);
  return readDocument(await response.json());
}
