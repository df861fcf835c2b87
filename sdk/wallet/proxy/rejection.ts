/** An error of the proxy, in the format of the service's errors. */
export function rejection(status: number, code: string, message: string): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(JSON.stringify({ status, code, message, details: { from: 'wallet proxy' } }), {
    status,
    headers,
  });
}
