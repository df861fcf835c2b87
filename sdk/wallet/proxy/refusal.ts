/** An answer of the proxy's own, in the form of the service's errors. */
export function refusal(status: number, code: string, message: string): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(JSON.stringify({ status, code, message, details: { from: 'wallet proxy' } }), {
    status,
    headers,
  });
}
