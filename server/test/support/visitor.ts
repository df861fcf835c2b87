interface PageAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Target of the redirect, without the host. */
  location: string | undefined;
}

/** An end user's browser without a window: cookies and forms; redirects are followed only on demand. */
export class Visitor {
  readonly origin: string;
  /** The path of the visit. */
  readonly base: string;
  readonly cookie: string;
  /** Accept-Language of all requests. */
  readonly language: string;

  constructor(origin: string, base: string, cookie: string, language = 'en') {
    this.origin = origin;
    this.base = base;
    this.cookie = cookie;
    this.language = language;
  }

  static async enter(kycUrl: string, language = 'en'): Promise<Visitor> {
    const { headers, status } = await fetch(kycUrl);
    const [, cookie = '', path = ''] =
      /^causeway-kyc=([^;]+); Path=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? [];
    if (status !== 200 || !cookie) throw new Error(`no entrance: ${status}`);
    return new Visitor(new URL(kycUrl).origin, path, cookie, language);
  }

  get(path: string): Promise<PageAnswer> {
    return this.#request(path);
  }

  /** Submits a form as its page does. */
  async post(path: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send(path, { formToken: await this.formToken(), ...fields });
  }

  /** Submits exactly these fields. */
  send(path: string, fields: Record<string, string>): Promise<PageAnswer> {
    return this.#request(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  raw(path: string, body: string, type: string): Promise<PageAnswer> {
    return this.#request(path, { method: 'POST', body, headers: { 'content-type': type } });
  }

  async upload(path: string, fields: Record<string, string>, file: Buffer, name = 'scan.png'): Promise<PageAnswer> {
    const form = new FormData();
    for (const [field, value] of Object.entries({ formToken: await this.formToken(), ...fields }))
      form.set(field, value);
    form.set('file', new Blob([file]), name);
    return this.#request(path, { method: 'POST', body: form });
  }

  /** The value of a field in a form of this visit. */
  async formToken(): Promise<string> {
    const step = (await this.get('/address')).text;
    const token = /name="formToken" value="([^"]+)"/.exec(step)?.[1];
    if (!token) throw new Error('the page has no form');
    return token;
  }

  async #request(path: string, init: RequestInit = {}): Promise<PageAnswer> {
    const headers = {
      ...(init.headers as Record<string, string>),
      cookie: `causeway-kyc=${this.cookie}`,
      'accept-language': this.language,
    };
    const url = `${this.origin}${this.base}${path}`;
    return look(url, { ...init, headers });
  }
}

/** One request of a visitor without cookies. */
export async function look(url: string, init: RequestInit = {}): Promise<PageAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  return { status, headers, text: await response.text(), location: headers.get('location') ?? undefined };
}
