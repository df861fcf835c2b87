/** Paths of the console itself. */
const CONSOLE = /^\/console(?=[/?]|$)/;
/** Paths outside the API that console pages open or load. */
const BESIDE = /^\/(docs(?=[/?.]|$)|favicon\.|openapi|llms|healthz|readyz|$|\?)/;

interface Visit {
  url: string;
  socket: { localPort?: number | undefined };
}

/**
 * Paths by listener. A console port keeps the origins of console and hosted pages apart: that listener also serves the
 * API and the documentation, and the other listener serves everything but the console.
 */
export function servedPaths(consolePort: number | undefined, apiPaths: readonly string[]): (request: Visit) => boolean {
  if (consolePort === undefined) return () => true;
  const isApi = (url: string): boolean => apiPaths.some((path) => url.startsWith(path));
  return ({ url, socket }) =>
    socket.localPort === consolePort ? CONSOLE.test(url) || BESIDE.test(url) || isApi(url) : !CONSOLE.test(url);
}
