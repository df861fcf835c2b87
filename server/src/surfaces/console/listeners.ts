/** Paths of the console itself. */
const CONSOLE = /^\/console(?=[/?]|$)/;
/** Paths outside the API that pages of the console open or load. */
const BESIDE = /^\/(docs(?=[/?.]|$)|favicon\.|openapi|llms|healthz|readyz|$|\?)/;

interface Visit {
  url: string;
  socket: { localPort?: number | undefined };
}

/**
 * Paths by listener. With a port of its own the console shares no origin with hosted pages: its listener has the API and
 * the documentation, and the other one has everything but the console.
 */
export function servedPaths(consolePort: number | undefined, apiPaths: readonly string[]): (request: Visit) => boolean {
  if (consolePort === undefined) return () => true;
  const isApi = (url: string): boolean => apiPaths.some((path) => url.startsWith(path));
  return ({ url, socket }) =>
    socket.localPort === consolePort ? CONSOLE.test(url) || BESIDE.test(url) || isApi(url) : !CONSOLE.test(url);
}
