import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  headers: Record<string, string>;
  text: string;
  html: string;
}

export interface MailServer {
  url: string;
  next(): Promise<ReceivedMail>;
  close(): Promise<void>;
}

/** A real SMTP server that stores every message. */
export async function openMailServer(): Promise<MailServer> {
  const received = queue<ReceivedMail>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map((recipient) => recipient.address);
        received.push({ to, ...parseMail(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve(listener.address() as AddressInfo));
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    next: received.next,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export interface SmsGateway {
  url: string;
  next(): Promise<{ headers: IncomingHttpHeaders; body: any }>;
  failNext(count: number): void;
  failed(): Promise<void>;
  close(): Promise<void>;
}

/** A text message gateway as its documentation describes it; the test can make it fail. */
export async function openSmsGateway(): Promise<SmsGateway> {
  const received = queue<{ headers: IncomingHttpHeaders; body: any }>();
  const failures = queue<void>();
  let failing = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (failing > 0) {
      failing -= 1;
      response.writeHead(503).end();
      failures.push();
      return;
    }
    received.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    response.writeHead(202).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    next: received.next,
    failNext: (count) => {
      failing = count;
    },
    failed: failures.next,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function queue<T>() {
  const items: T[] = [];
  const waiting: ((item: T) => void)[] = [];
  return {
    push: (item: T) => {
      const first = waiting.shift();
      if (first) first(item);
      else items.push(item);
    },
    next: () =>
      new Promise<T>((resolve) => {
        if (items.length > 0) resolve(items.shift() as T);
        else waiting.push(resolve);
      }),
  };
}

/** Parses the subset of RFC 5322 that nodemailer writes: headers, and the parts of multipart/alternative. */
function parseMail(raw: string): Omit<ReceivedMail, 'to'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const parts = rest.join('\r\n\r\n').split(/\r\n?--[^\r\n]+/);
  const part = (type: string): string => {
    const found = parts.find((candidate) => candidate.includes(`Content-Type: ${type}`)) ?? '';
    return decode(found.slice(found.indexOf('\r\n\r\n') + 4), found);
  };
  return { headers, text: part('text/plain'), html: part('text/html') };
}

function decode(body: string, head: string): string {
  if (/Content-Transfer-Encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/Content-Transfer-Encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
